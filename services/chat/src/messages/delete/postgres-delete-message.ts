import type { Queryable } from '@meadow/storage'
import type { Pool } from 'pg'
import { listMessagePaths } from '../../pictures/picture-paths.ts'
import { releaseFiles } from '../../pictures/postgres-message-pictures.ts'
import type { MessageChange, MessageChangePlan, MessageChangeWrite } from '../change-message.ts'
import type { Message } from '../message.ts'
import { changeMessage } from '../postgres-change-message.ts'
import { messageDeletionRule, type StoreMessageDeletion } from './delete-message.ts'

/** Creates `StoreMessageDeletion` on PostgreSQL. */
export const createPostgresDeleteMessage =
  (pool: Pool): StoreMessageDeletion =>
  (deletion) =>
    changeMessage(pool, deletion, POSTGRES_MESSAGE_DELETION)

/** The rule of a deletion with its write. */
export const POSTGRES_MESSAGE_DELETION: typeof messageDeletionRule &
  MessageChangeWrite<Queryable, MessageChange, MessageChangePlan> = {
  ...messageDeletionRule,
  write: (tx, { at }, { message, rev }) => clearMessage(tx, message, at, rev),
}

async function clearMessage(tx: Queryable, message: Message, at: Date, rev: number): Promise<void> {
  const { _id, threadId } = message
  await tx.query('delete from message_edits where message_id = $1', [_id])
  await tx.query('delete from reactions where message_id = $1', [_id])
  if (message.voice) await tx.query('delete from voice_plays where message_id = $1', [_id])
  if (message.video) await tx.query('delete from message_videos where message_id = $1', [_id])
  await tx.query('delete from message_link_previews where message_id = $1', [_id])
  await tx.query(
    `update messages set content = '', facets = null, media = null, pictures = null, voice = null, reply_to = null, edited_at = null, deleted_at = $2, rev = $3
     where id = $1`,
    [_id, at, rev],
  )
  await tx.query('delete from message_stars where message_id = $1', [_id]) // after the update, for which a new star waits
  await releaseFiles(tx, listMessagePaths(message), at)
  if (threadId) await tx.query('update messages set thread_count = thread_count - 1 where id = $1', [threadId])
}
