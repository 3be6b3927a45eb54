import { abbreviateCount, Card } from '@meadow/ui'
import { api, Link, useQuery } from '@meadow/web'
import { useState } from 'react'
import { queryKeys } from '../cache/query-keys.ts'
import styles from './sidebar.module.css'
import { t } from './texts.ts'

const SHOWN_TRENDS = 3
/** The service counts at most once a minute. */
const REFETCH_INTERVAL_MS = 120_000

/** The tags that members use unusually often in these 24 hours: three, and more on request. Renders nothing if the request fails. */
export function Trending() {
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useQuery({
    queryKey: queryKeys.trends,
    queryFn: ({ signal }) => api('GET /trends', { signal }),
    staleTime: REFETCH_INTERVAL_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  if (!data) return null
  const { trends } = data
  return (
    <Card title={t('sidebar.trending')}>
      {trends.length === 0 ? (
        <p className={styles['note']}>{t('sidebar.noTrends')}</p>
      ) : (
        <ol className={styles['trends']}>
          {trends.slice(0, showsAll ? trends.length : SHOWN_TRENDS).map(({ tag, postsCount, authorsCount }) => (
            <li key={tag}>
              <Link to={`/tag/${encodeURIComponent(tag)}`} className={styles['trend']}>
                <bdi className={styles['tag']}>#{tag}</bdi>
                <span className={styles['reason']}>
                  {t('sidebar.trendPosts', { count: postsCount, shown: abbreviateCount(postsCount) })}
                  {' · '}
                  {t('sidebar.trendMembers', { count: authorsCount, shown: abbreviateCount(authorsCount) })}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {trends.length > SHOWN_TRENDS && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'sidebar.fewerTrends' : 'sidebar.moreTrends')}
        </button>
      )}
    </Card>
  )
}
