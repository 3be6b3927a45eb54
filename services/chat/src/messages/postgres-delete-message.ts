import { appendToPostgresOutbox } from '@meadow/events'
import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import { moveConversation } from '../conversations/postgres-lock.ts'
import { letGoPicture } from '../pictures/postgres-picture-files.ts'
import { type DeletionRepository, mayDelete } from './delete-message.ts'
import type { Message } from './message.ts'
import { changeMessage } from './postgres-change-message.ts'
import { raiseShowing } from './postgres-raise.ts'

export const postgresDeletions = (pool: Pool): DeletionRepository => ({
  delete: (deletion, announce) =>
    changeMessage(pool, deletion.messageId, deletion.by, async ({ tx, conversation, message }) => {
      if (!mayDelete(message, deletion.by)) return undefined
      await raiseShowing(tx, conversation, message)
      const isUnread = message.seq > message.readUpTo
      const unread = isUnread ? { unread: { of: message.recipient._id, by: -1 } } : {}
      const { rev, unread: total } = await moveConversation(tx, conversation, unread)
      await leavePlace(tx, message, deletion.at, rev)
      await appendToPostgresOutbox(tx, announce(message, rev))
      return { message, rev, unread: total }
    }),
})

async function leavePlace(tx: Queryable, { _id, picture, threadId }: Message, at: Date, rev: number): Promise<void> {
  await tx.query('delete from message_edits where message_id = $1', [_id])
  await tx.query('delete from reactions where message_id = $1', [_id])
  await tx.query(
    `update messages set content = '', media = null, reply_to = null, edited_at = null, deleted_at = $2, rev = $3
     where id = $1`,
    [_id, at, rev],
  )
  if (picture) await letGoPicture(tx, picture, at)
  if (threadId) await tx.query('update messages set thread_count = thread_count - 1 where id = $1', [threadId])
}
