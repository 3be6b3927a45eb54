import { Time } from '@meadow/ui'
import { type ApiResponse, api, Link, useQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { PanelSkeleton } from './live-panel.tsx'
import { PanelError, PanelRows } from './panel.tsx'
import styles from './panels.module.css'
import { t } from './texts.ts'

type OwnAction = ApiResponse<'GET /posts/activity'>['actions'][number]

/** Describes an action. A newer service may know other kinds: the post says enough about these. */
function formatAction({ kind, post: { user } }: OwnAction): string {
  if (kind === 'comment') return t('panels.commented', { name: user.fullName })
  if (kind === 'like') return t('panels.liked', { name: user.fullName })
  return kind === 'post' ? t('panels.posted') : user.fullName
}

/** Content of Recent Activity: the newest posts, comments and likes of the member. */
export function ActivityPanel() {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.ownActivity,
    queryFn: ({ signal }) => api('GET /posts/activity', { signal }),
  })
  if (!data) return isError ? <PanelError onRetry={() => void refetch()} /> : <PanelSkeleton />
  const rows = data.actions.map((action) => (
    <li key={`${action.kind} ${action.post._id} ${action.createdAt}`}>
      <Link to={`/post/${action.post._id}`} className={styles['row']}>
        <bdi className={styles['title']}>{action.post.excerpt || t('panels.pictures')}</bdi>
        <span className={styles['detail']}>
          {formatAction(action)}
          {' · '}
          <Time at={action.createdAt} />
        </span>
      </Link>
    </li>
  ))
  return <PanelRows of={t('panels.activity')} rows={rows} empty={t('panels.activityEmpty')} />
}
