import { abbreviateCount, Card } from '@meadow/ui'
import { api, Link, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { PanelRows } from './panel.tsx'
import styles from './panels.module.css'
import { t } from './texts.ts'

/** The service counts at most once a minute. */
const REFETCH_INTERVAL_MS = 120_000

/** The tags that members use unusually often in these 24 hours: three, and more on request. Renders nothing if the request fails. */
export function Trending() {
  const { data } = useQuery({
    queryKey: queryKeys.trends,
    queryFn: ({ signal }) => api('GET /trends', { signal }),
    staleTime: REFETCH_INTERVAL_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  if (!data) return null
  const rows = data.trends.map(({ tag, postsCount, authorsCount }) => (
    <li key={tag}>
      <Link to={`/tag/${encodeURIComponent(tag)}`} className={styles['row']}>
        <bdi className={styles['title']}>#{tag}</bdi>
        <span className={styles['detail']}>
          {t('panels.trendPosts', { count: postsCount, shown: abbreviateCount(postsCount) })}
          {' · '}
          {t('panels.trendMembers', { count: authorsCount, shown: abbreviateCount(authorsCount) })}
        </span>
      </Link>
    </li>
  ))
  return (
    <Card title={t('panels.trending')}>
      <PanelRows of={t('panels.trending')} rows={rows} empty={t('panels.noTrends')} />
    </Card>
  )
}
