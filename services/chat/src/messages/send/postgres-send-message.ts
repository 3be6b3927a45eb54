import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { isUniqueViolation, type PipelinedTransaction, type Queryable, withPipelinedTransaction } from '@meadow/storage'
import type { Pool } from 'pg'
import { assertCanSend, openDirectConversation } from '../../conversations/conversation.ts'
import { lockAndReadContexts } from '../../conversations/postgres-batch-contexts.ts'
import { lockConversation, readRelationship } from '../../conversations/postgres-change-conversation.ts'
import type { ConversationWriter } from '../../conversations/postgres-conversation-writer.ts'
import { insertConversation } from '../../conversations/postgres-insert-conversation.ts'
import type { BatchMessage } from './message-batch.ts'
import type { SentMessage, StoreMessage } from './new-message.ts'
import { SEND_ALONE, storeConversationBatch, toMessageContext } from './postgres-message-batch.ts'

/** Another transaction stored a message of the sender with the same `clientMessageId` in another conversation meanwhile. */
const CLIENT_MESSAGE_ID_CONSTRAINT = 'messages_sender_id_client_message_id_key'

/**
 * Creates `StoreMessage` on PostgreSQL. Messages in existing conversations are written in batches. The first message of a
 * conversation, and one with pictures, whose files it claims, have a transaction of their own.
 */
export function createPostgresSendMessage(pool: Pool, writer: Pick<ConversationWriter, 'sendMessage'>): StoreMessage {
  return async (message, sender, address) => {
    const entry = { message, sender, address }
    const sent = message.pictures.length > 0 ? SEND_ALONE : await writer.sendMessage(entry).catch(rethrowKeyConflict)
    return sent === SEND_ALONE ? sendAlone(pool, entry) : sent
  }
}

const sendAlone = (pool: Pool, entry: BatchMessage): Promise<SentMessage> => {
  const send = async (tx: PipelinedTransaction) => {
    const { message, sender, address } = entry
    await lockOrOpenConversation(tx, entry)
    const [context] = await lockAndReadContexts(tx, [{ memberId: sender._id, address, message }])
    const { outcomes } = await storeConversationBatch(tx, [{ ...entry, ...toMessageContext(entry, context) }])
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

/** Locks the conversation. Opens a direct one if there is none. @throws not_found, member_not_found, not_mutual */
async function lockOrOpenConversation(tx: Queryable, { message, sender, address }: BatchMessage): Promise<void> {
  if (!('otherId' in address)) {
    if (!(await lockConversation(tx, sender._id, address))) throw new DomainError('not_found')
    return
  }
  const relationship = await readRelationship(tx, sender._id, address.otherId)
  const existing = relationship.isVisible ? await lockConversation(tx, sender._id, address) : undefined
  assertCanSend(relationship, existing !== undefined)
  if (existing) return
  const { newConversationId, createdAt } = message
  await createPostgresMemberReadModel(tx).upsertActor(sender)
  await insertConversation(tx, openDirectConversation(newConversationId, sender._id, address.otherId, createdAt))
  await lockConversation(tx, sender._id, address)
}
