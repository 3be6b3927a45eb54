import { abbreviateCount, Skeleton } from '@meadow/ui'
import { api, Link, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { PanelError, PanelRows } from './panel.tsx'
import styles from './panels.module.css'
import { t } from './texts.ts'

/** The service counts at most twice a minute. */
const REFETCH_INTERVAL_MS = 60_000

/** Content of Live Events: the posts with most comments in the last hour. */
export function LivePanel() {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.livePosts,
    queryFn: ({ signal }) => api('GET /posts/live', { signal }),
    staleTime: REFETCH_INTERVAL_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  if (!data) return isError ? <PanelError onRetry={() => void refetch()} /> : <PanelSkeleton />
  const rows = data.posts.map(({ post, commentsCount }) => (
    <li key={post._id}>
      <Link to={`/post/${post._id}`} className={styles['row']}>
        <bdi className={styles['title']}>{post.excerpt || t('panels.pictures')}</bdi>
        <span className={styles['detail']}>
          <bdi>{post.user.fullName}</bdi>
          {' · '}
          {t('panels.liveComments', { count: commentsCount, shown: abbreviateCount(commentsCount) })}
        </span>
      </Link>
    </li>
  ))
  return <PanelRows of={t('panels.live')} rows={rows} empty={t('panels.liveEmpty')} />
}

/** Placeholder of three rows. */
export const PanelSkeleton = () => (
  <div className={styles['figures']}>
    <Skeleton height={36} />
    <Skeleton height={36} />
    <Skeleton height={36} />
  </div>
)
