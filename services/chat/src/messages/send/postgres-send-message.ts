import type { Actor } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { assertCanSend, type LockedConversation, openConversation } from '../../conversations/conversation.ts'
import {
  applyConversationChange,
  lockConversation,
  readRelationship,
} from '../../conversations/postgres-change-conversation.ts'
import { claimPictures } from '../../pictures/postgres-message-pictures.ts'
import type { MessagesTable } from '../../schema.ts'
import { readMessage } from '../postgres-read-messages.ts'
import {
  assertRepeat,
  createMessageSentEvent,
  listReferencedIds,
  type NewMessage,
  resolveThreadId,
  type StoreMessage,
} from './new-message.ts'

/** Creates `StoreMessage` on PostgreSQL. The lock of the conversation's row covers message, counters and event. */
export const createPostgresSendMessage =
  (pool: Pool): StoreMessage =>
  (message, sender, recipientId) =>
    withPostgresTransaction(pool, async (tx) => {
      const relationship = await readRelationship(tx, sender._id, recipientId)
      const existing = relationship.isVisible ? await lockConversation(tx, sender._id, recipientId) : undefined
      assertCanSend(relationship, existing !== undefined)
      const conversation = existing ?? (await insertConversation(tx, message, sender, recipientId))
      const earlier = await findByClientMessageId(tx, message, sender)
      if (earlier) {
        assertRepeat(message, earlier)
        return { message: await readMessage(tx, earlier.id), unread: undefined }
      }
      const threadId = resolveThreadId(message, await readReferencedMessages(tx, conversation, message))
      const { seq, rev, at, unread } = await applyConversationChange(tx, conversation, {
        message: { _id: message._id, at: message.createdAt },
        unread: { of: recipientId, by: 1 },
      })
      await insertMessage(tx, message, {
        conversation_id: conversation._id,
        seq,
        rev,
        sender_id: sender._id,
        threadId,
        at,
      })
      await claimPictures(tx, message.pictures)
      if (threadId) {
        await tx.query('update messages set thread_count = thread_count + 1, rev = $2 where id = $1', [threadId, rev])
      }
      const sent = await readMessage(tx, message._id)
      await appendToPostgresOutbox(tx, createMessageSentEvent(sent, sender, message.eventId))
      return { message: sent, unread }
    })

/** Inserts the conversation and locks it. If another transaction inserts it at the same time, waits for it and locks that. */
async function insertConversation(
  tx: Queryable,
  { newConversationId, createdAt }: NewMessage,
  sender: Actor,
  recipientId: string,
): Promise<LockedConversation> {
  await createPostgresMemberReadModel(tx).upsertActor(sender)
  const { _id, members } = openConversation(newConversationId, sender._id, recipientId, createdAt)
  const inserted = await tx.query(
    `insert into conversations (id, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, $4)
     on conflict do nothing`,
    [_id, ...members, createdAt],
  )
  if (inserted.rowCount === 1) {
    await tx.query('insert into unread_totals (member_id) select unnest($1::uuid[]) on conflict do nothing', [members])
    await tx.query(
      `insert into conversation_members (conversation_id, member_id, other_id, moved_at)
       values ($1, $2, $3, $4), ($1, $3, $2, $4)`,
      [_id, ...members, createdAt],
    )
  }
  const conversation = await lockConversation(tx, sender._id, recipientId)
  if (!conversation) throw new Error('The conversation that was just inserted does not exist')
  return conversation
}

async function findByClientMessageId(tx: Queryable, { clientMessageId }: NewMessage, sender: Actor) {
  if (!clientMessageId) return undefined
  const { rows } = await tx.query<Pick<MessagesTable, 'id' | 'fingerprint'>>({
    name: 'find-by-client-message-id',
    text: 'select id, fingerprint from messages where sender_id = $1 and client_message_id = $2',
    values: [sender._id, clientMessageId],
  })
  return rows[0]
}

async function readReferencedMessages(tx: Queryable, conversation: LockedConversation, message: NewMessage) {
  const ids = listReferencedIds(message)
  if (ids.length === 0) return []
  const { rows } = await tx.query<Pick<MessagesTable, 'id' | 'thread_id'>>(
    'select id, thread_id from messages where id = any($1::uuid[]) and conversation_id = $2 and deleted_at is null',
    [ids, conversation._id],
  )
  return rows.map((row) => ({ _id: row.id, threadId: row.thread_id }))
}

type InsertedColumns = Pick<MessagesTable, 'conversation_id' | 'seq' | 'rev' | 'sender_id'> & {
  threadId: string | undefined
  at: Date
}

/** @throws key_reused if a message with this `clientMessageId` to another member is inserted at the same time */
async function insertMessage(tx: Queryable, message: NewMessage, columns: InsertedColumns): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'insert-message',
    text: `insert into messages (id, conversation_id, seq, rev, sender_id, client_message_id, fingerprint, content,
             message_type, media, reply_to, thread_id, created_at, pictures)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
           on conflict (sender_id, client_message_id) do nothing`,
    values: [
      message._id,
      columns.conversation_id,
      columns.seq,
      columns.rev,
      columns.sender_id,
      message.clientMessageId,
      message.fingerprint,
      message.content,
      message.messageType,
      message.pictures[0],
      message.replyTo,
      columns.threadId,
      columns.at,
      message.pictures.length > 0 ? JSON.stringify(message.pictures) : null,
    ],
  })
  if (rowCount === 0) throw new DomainError('key_reused')
}
