import type { SessionUser } from '@meadow/contracts/browser'
import { findFacets } from '@meadow/contracts/find-facets'
import { Avatar } from '@meadow/ui'
import { describeOutboxRefusal, type ShownOutboxEntry } from '@meadow/web'
import { useMemo } from 'react'
import type { CommentActionData } from '../outbox-plans.ts'
import { FoldedText } from '../text/folded-text.tsx'
import { WaitingNote } from '../waiting/waiting-note.tsx'
import styles from './comments.module.css'

export type WaitingCommentProps = { entry: ShownOutboxEntry<CommentActionData>; author: SessionUser }

/** A comment that waits, or that the server has refused. */
export function WaitingComment({ entry, author }: WaitingCommentProps) {
  const { text } = entry.data
  const facets = useMemo(() => findFacets(text, location.origin), [text])
  return (
    <>
      <Avatar name={author.fullName} src={author.avatar} size={38} />
      <div className={styles['comment-body']}>
        <FoldedText text={text} facets={facets} className={styles['text']} />
        <WaitingNote entry={entry} refusalText={describeOutboxRefusal(entry)} />
      </div>
    </>
  )
}
