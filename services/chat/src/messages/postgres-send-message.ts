import type { Actor } from '@meadow/contracts'
import { appendToPostgresOutbox } from '@meadow/events'
import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError, newId } from '@meadow/service'
import { type Queryable, withPostgresTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { inOrder, type LockedConversation } from '../conversations/conversation.ts'
import { lockConversation, moveConversation } from '../conversations/postgres-lock.ts'
import { readStanding } from '../conversations/postgres-standing.ts'
import { keepPicture } from '../pictures/postgres-picture-files.ts'
import type { Message, NewMessage } from './message.ts'
import type { MessageRepository } from './message-repository.ts'
import { readMessage } from './postgres-read-messages.ts'

/** Sending in PostgreSQL: the message, its place, the counters of both and the event, all under one lock. */
export const postgresSend =
  (pool: Pool): MessageRepository['send'] =>
  (message, sender, recipientId, announce) =>
    withPostgresTransaction(pool, async (tx) => {
      const { isVisible, isMutual } = await readStanding(tx, sender._id, recipientId)
      if (!isVisible) throw new DomainError('member_not_found')
      const conversation =
        (await lockConversation(tx, sender._id, recipientId)) ??
        (isMutual ? await openConversation(tx, sender, recipientId, message.createdAt) : undefined)
      if (!conversation) throw new DomainError('not_mutual')
      const earlier = await findEarlier(tx, message, sender)
      if (earlier) return { message: earlier, unread: undefined }
      const { threadId } = await findPlace(tx, conversation, message)
      const { seq, rev, at, unread } = await moveConversation(tx, conversation, {
        message: { _id: message._id, at: message.createdAt },
        unread: { of: recipientId, by: 1 },
      })
      const { rowCount } = await tx.query({
        name: 'add-message',
        text: `insert into messages (id, conversation_id, seq, rev, sender_id, client_message_id, fingerprint, content,
                 message_type, media, reply_to, thread_id, created_at)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
               on conflict (sender_id, client_message_id) do nothing`,
        values: [
          ...[message._id, conversation._id, seq, rev, sender._id, message.clientMessageId, message.fingerprint],
          ...[message.content, message.messageType, message.picture, message.replyTo, threadId, at],
        ],
      })
      if (rowCount === 0) throw new DomainError('key_reused') // for somebody else, at the same time
      if (message.picture) await keepPicture(tx, message.picture)
      if (threadId) {
        await tx.query('update messages set thread_count = thread_count + 1, rev = $2 where id = $1', [threadId, rev])
      }
      const sent = await readMessage(tx, message._id)
      await appendToPostgresOutbox(tx, announce(sent))
      return { message: sent, unread }
    })

/** Whoever comes at the same time waits here for the other's, and takes it. */
async function openConversation(
  tx: Queryable,
  sender: Actor,
  recipientId: string,
  at: Date,
): Promise<LockedConversation | undefined> {
  await createPostgresMemberReadModel(tx).upsertActor(sender)
  const two = inOrder(sender._id, recipientId)
  const { rows } = await tx.query<{ id: string }>(
    `insert into conversations (id, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, $4)
     on conflict do nothing returning id`,
    [newId(at), ...two, at],
  )
  for (const { id } of rows) {
    await tx.query('insert into unread_totals (member_id) select unnest($1::uuid[]) on conflict do nothing', [two])
    await tx.query(
      `insert into conversation_members (conversation_id, member_id, other_id, moved_at)
       values ($1, $2, $3, $4), ($1, $3, $2, $4)`,
      [id, ...two, at],
    )
  }
  return lockConversation(tx, sender._id, recipientId)
}

/** What the sender has made under the same id before. @throws key_reused when that was something else */
async function findEarlier(tx: Queryable, message: NewMessage, sender: Actor): Promise<Message | undefined> {
  if (!message.clientMessageId) return undefined
  const { rows } = await tx.query<{ id: string; fingerprint: string }>({
    name: 'find-earlier-message',
    text: 'select id, fingerprint from messages where sender_id = $1 and client_message_id = $2',
    values: [sender._id, message.clientMessageId],
  })
  const [earlier] = rows
  if (earlier && earlier.fingerprint !== message.fingerprint) throw new DomainError('key_reused')
  return earlier && readMessage(tx, earlier.id)
}

/** In which thread it is: a reply to what is in one is in it, too. @throws message_not_found */
async function findPlace(
  tx: Queryable,
  conversation: LockedConversation,
  { replyTo, threadId }: NewMessage,
): Promise<{ threadId: string | undefined }> {
  const named = [replyTo, threadId].filter((id) => id !== undefined)
  if (named.length === 0) return { threadId: undefined }
  const { rows } = await tx.query<{ id: string; thread_id: string | null }>(
    'select id, thread_id from messages where id = any($1::uuid[]) and conversation_id = $2 and deleted_at is null',
    [named, conversation._id],
  )
  const threadOf = new Map(rows.map((row) => [row.id, row.thread_id ?? undefined]))
  if (!named.every((id) => threadOf.has(id))) throw new DomainError('message_not_found')
  if (threadId) return { threadId: threadOf.get(threadId) ?? threadId }
  return { threadId: replyTo && threadOf.get(replyTo) }
}
