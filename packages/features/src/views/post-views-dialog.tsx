import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount, Dialog, Switch } from '@meadow/ui'
import { useOutbox, useQuery, useSession } from '@meadow/web'
import { formatDay } from '../counts/format-day.ts'
import { hideViewsAction } from './hide-views-action.ts'
import { createPostViewsQuery, type PostViewsData } from './post-views-query.ts'
import styles from './views.module.css'
import { t } from './views-texts.ts'

type PostViewsDialogProps = { post: PostView; isOpen: boolean; onClose: () => void }

/** Explains the number of views of a post. The author can hide it from others. */
export function PostViewsDialog({ post, isOpen, onClose }: PostViewsDialogProps) {
  const { user } = useSession()
  const outbox = useOutbox()
  const { data } = useQuery(createPostViewsQuery(post._id))
  const views = data?.views
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('views.title')}>
      <div className={styles['explanation']} data-autofocus tabIndex={-1}>
        {views && <p className={styles['lead']}>{describeViews(views)}</p>}
        <p>{t('views.rule')}</p>
        <p>{t('views.privacy')}</p>
        <p className={styles['note']}>{t('views.check')}</p>
        {views && user?._id === post.user._id && (
          <Switch
            label={t('views.hide')}
            checked={views.isHidden}
            onChange={(isHidden) => void outbox.add(hideViewsAction, { postId: post._id, isHidden })}
          />
        )}
      </div>
    </Dialog>
  )
}

function describeViews({ count, firstDay, lastDay }: NonNullable<PostViewsData['views']>): string {
  if (!firstDay || !lastDay) return t('views.none')
  return t('views.since', {
    count,
    shown: abbreviateCount(count),
    first: formatDay(firstDay),
    last: formatDay(lastDay),
  })
}
