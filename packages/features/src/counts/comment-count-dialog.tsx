import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount, Dialog } from '@meadow/ui'
import { CountNote } from './count-note.tsx'
import styles from './counts.module.css'
import { t } from './counts-texts.ts'

type CommentCountDialogProps = { post: PostView; isOpen: boolean; onClose: () => void }

/** Explains the number of comments of a post. */
export function CommentCountDialog({ post, isOpen, onClose }: CommentCountDialogProps) {
  const { commentsCount: count } = post
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('counts.commentsTitle')}>
      <div className={styles['explanation']} data-autofocus tabIndex={-1}>
        <p className={styles['lead']}>{t('counts.comments', { count, shown: abbreviateCount(count) })}</p>
        <p>{t('counts.commentsRule')}</p>
        <p>{t('counts.check')}</p>
        <CountNote postId={post._id} count="comments" isOpen={isOpen} />
      </div>
    </Dialog>
  )
}
