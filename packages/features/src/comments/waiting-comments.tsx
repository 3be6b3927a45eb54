import { useSession } from '@meadow/web'
import type { CommentedPost } from '../outbox-plans.ts'
import { t } from '../texts.ts'
import { useWaitingEntries } from '../waiting/use-waiting-entries.ts'
import { commentAction, isCommentOn } from './comment-action.ts'
import styles from './comments.module.css'
import { LazyWaitingComment } from './lazy-waiting-comment.tsx'

/** The viewer's comments on a post that are not sent yet, oldest first. Renders nothing without one. */
export function WaitingComments({ commentedPost }: { commentedPost: CommentedPost }) {
  const { user } = useSession()
  const entries = useWaitingEntries(commentAction).filter((entry) => isCommentOn(commentedPost, entry))
  if (!user || entries.length === 0) return null
  return (
    <ul className={styles['list']} aria-label={t('waiting.comments')}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles['item']}>
          <LazyWaitingComment entry={entry} author={user} />
        </li>
      ))}
    </ul>
  )
}
