import type { Actor } from '@meadow/contracts'
import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { isUniqueViolation, type PipelinedTransaction, type Queryable, withPipelinedTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { assertCanSend, openConversation } from '../../conversations/conversation.ts'
import { lockAndReadContexts } from '../../conversations/postgres-batch-contexts.ts'
import { lockConversation, readRelationship } from '../../conversations/postgres-change-conversation.ts'
import type { ConversationWriter } from '../../conversations/postgres-conversation-writer.ts'
import type { BatchMessage } from './message-batch.ts'
import type { NewMessage, SentMessage, StoreMessage } from './new-message.ts'
import { SEND_ALONE, storeConversationBatch, toMessageContext } from './postgres-message-batch.ts'

/** Another transaction stored a message of the sender with the same `clientMessageId` in another conversation meanwhile. */
const CLIENT_MESSAGE_ID_CONSTRAINT = 'messages_sender_id_client_message_id_key'

/**
 * Creates `StoreMessage` on PostgreSQL. Messages in existing conversations are written in batches. The first message of a
 * conversation, and one with pictures, whose files it claims, have a transaction of their own.
 */
export function createPostgresSendMessage(pool: Pool, writer: Pick<ConversationWriter, 'sendMessage'>): StoreMessage {
  return async (message, sender, recipientId) => {
    const entry = { message, sender, recipientId }
    const sent = message.pictures.length > 0 ? SEND_ALONE : await writer.sendMessage(entry).catch(rethrowKeyConflict)
    return sent === SEND_ALONE ? sendAlone(pool, entry) : sent
  }
}

const sendAlone = (pool: Pool, entry: BatchMessage): Promise<SentMessage> => {
  const send = async (tx: PipelinedTransaction) => {
    const { message, sender, recipientId } = entry
    const relationship = await readRelationship(tx, sender._id, recipientId)
    const existing = relationship.isVisible ? await lockConversation(tx, sender._id, recipientId) : undefined
    assertCanSend(relationship, existing !== undefined)
    if (!existing) await insertConversation(tx, message, sender, recipientId)
    const [row] = await lockAndReadContexts(tx, [{ senderId: sender._id, recipientId, message }])
    const { outcomes } = await storeConversationBatch(tx, [{ ...entry, ...toMessageContext(row) }])
    const [outcome] = outcomes
    if (outcome && 'error' in outcome) throw outcome.error
    if (!outcome || outcome.value === SEND_ALONE)
      throw new Error('The conversation that was just locked does not exist')
    return outcome.value
  }
  return withPipelinedTransaction(pool, send, { hasGenericPlans: true }).catch(rethrowKeyConflict)
}

function rethrowKeyConflict(error: unknown): never {
  throw isUniqueViolation(error, CLIENT_MESSAGE_ID_CONSTRAINT) ? new DomainError('key_reused') : error
}

/** Inserts the conversation and locks it. If another transaction inserts it at the same time, waits for it and locks that. */
async function insertConversation(
  tx: Queryable,
  { newConversationId, createdAt }: NewMessage,
  sender: Actor,
  recipientId: string,
): Promise<void> {
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
  await lockConversation(tx, sender._id, recipientId)
}
