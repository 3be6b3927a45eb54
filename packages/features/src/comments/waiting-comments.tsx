import { Avatar } from '@meadow/ui'
import { useSession } from '@meadow/web'
import type { CommentedPost } from '../outbox-plans/comment-plan.ts'
import { FoldedText } from '../text/folded-text.tsx'
import { t } from '../texts.ts'
import { useWaitingEntries } from '../waiting/use-waiting-entries.ts'
import { WaitingNote } from '../waiting/waiting-note.tsx'
import { commentAction, isCommentOn } from './comment-action.ts'
import styles from './comments.module.css'

/** The viewer's comments on a post that are not sent yet, oldest first. Renders nothing without one. */
export function WaitingComments({ post }: { post: CommentedPost }) {
  const { user } = useSession()
  const entries = useWaitingEntries(commentAction).filter((entry) => isCommentOn(post, entry))
  if (!user || entries.length === 0) return null
  return (
    <ul className={styles['list']} aria-label={t('waiting.comments')}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles['item']}>
          <Avatar name={user.fullName} src={user.avatar} size={38} />
          <div className={styles['comment-body']}>
            <FoldedText text={entry.data.text} className={styles['text']} />
            <WaitingNote
              entry={entry}
              refusalText={entry.refusal ? commentAction.describeRefusal(entry.refusal, entry.data) : ''}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
