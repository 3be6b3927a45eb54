import type { SessionUser } from '@meadow/contracts/browser'
import { Avatar } from '@meadow/ui'
import type { ShownOutboxEntry } from '@meadow/web'
import type { CommentActionData } from '../outbox-plans/comment-plan.ts'
import { FoldedText } from '../text/folded-text.tsx'
import { WaitingNote } from '../waiting/waiting-note.tsx'
import { commentAction } from './comment-action.ts'
import styles from './comments.module.css'

export type WaitingCommentProps = { entry: ShownOutboxEntry<CommentActionData>; author: SessionUser }

/** A comment that waits, or that the server has refused. */
export function WaitingComment({ entry, author }: WaitingCommentProps) {
  return (
    <>
      <Avatar name={author.fullName} src={author.avatar} size={38} />
      <div className={styles['comment-body']}>
        <FoldedText text={entry.data.text} className={styles['text']} />
        <WaitingNote
          entry={entry}
          refusalText={entry.refusal ? commentAction.describeRefusal(entry.refusal, entry.data) : ''}
        />
      </div>
    </>
  )
}
