import { createPostgresMemberReadModel } from '@meadow/members'
import { DomainError, type MetricsSource } from '@meadow/service'
import {
  type BatchOutcome,
  createBatchWriter,
  isStoreOutage,
  isUniqueViolation,
  type PipelinedTransaction,
  type Queryable,
  withPipelinedTransaction,
} from '@meadow/storage'
import type { Pool } from 'pg'
import type { Message } from '../../messages/message.ts'
import { type QuoteJson, quoteJson, readMessages, toQuote } from '../../messages/postgres-read-messages.ts'
import { listMessagePaths } from '../../pictures/picture-paths.ts'
import { claimFiles } from '../../pictures/postgres-message-pictures.ts'
import { endRequests } from '../../requests/postgres-message-requests.ts'
import type { MessagesTable } from '../../schema.ts'
import { addVideo } from '../../video/postgres-videos.ts'
import { addVoiceTask } from '../../voice/postgres-voice-tasks.ts'
import { openDirectConversation, orderMemberIds } from '../conversation.ts'
import { readRelationship } from '../postgres-relationship.ts'
import {
  type BatchEntry,
  type ConversationWrite,
  type ConversationWriter,
  type DeliveryMark,
  getWriterId,
  type ReadResult,
  toWriteResult,
  type WriteResult,
} from './conversation-write.ts'
import { listReferencedIds, type NewMessage, type ReferencedMessage, type SentMessage } from './new-message.ts'
import {
  type ConversationBatchPlan,
  planConversationBatch,
  planWithoutConversation,
} from './plan-conversation-batch.ts'
import { writeConversationBatch } from './postgres-conversation-changes.ts'
import { insertConversation } from './postgres-insert-conversation.ts'
import { lockAndReadContexts } from './postgres-write-contexts.ts'

/** There is no conversation that the batch could lock: the write waits for it, or opens it. */
const UNLOCKED = Symbol('unlocked')

/** Another transaction stored a message of the sender with the same `clientMessageId` in another conversation meanwhile. */
const CLIENT_MESSAGE_ID_CONSTRAINT = 'messages_sender_id_client_message_id_key'

/** A delivery mark goes with other writes, or by itself after this time. */
const DELIVERY_DELAY_MS = 20

/** Under load, a batch waits up to this time for the messages that follow the results of the one before. */
const GATHER_MS = 4

/**
 * Creates the writer of conversations on PostgreSQL. It writes one batch at a time, and marks go with messages: so two
 * transactions of this process do not want the same conversation, and the mark of the last message costs the next one little. A
 * write whose conversation is new or held by another transaction is a batch of its own, which waits; so is a message with
 * pictures or a recording, whose files it claims, and a system line.
 */
export function createPostgresConversationWriter(pool: Pool): ConversationWriter & Required<MetricsSource> {
  const { write: writeInBatch, registerMetrics } = createBatchWriter<ConversationWrite, WriteResult | typeof UNLOCKED>({
    name: 'conversations',
    gatherMs: GATHER_MS,
    isItemFailure: (error) => !isStoreOutage(error),
    writeBatch: (writes) =>
      withPipelinedTransaction(pool, async (tx) => writeBatch(tx, await lockAndReadContexts(tx, writes)), {
        hasGenericPlans: true,
      }),
  })

  async function write<Result extends WriteResult>(item: ConversationWrite, delayMs = 0): Promise<Result> {
    const isAlone = item.kind === 'message' && (item.message.system || listMessagePaths(item.message).length > 0)
    try {
      const result = isAlone ? UNLOCKED : await writeInBatch(item, { delayMs })
      return (result === UNLOCKED ? await writeAfterWait(pool, item) : result) as Result
    } catch (error) {
      throw isUniqueViolation(error, CLIENT_MESSAGE_ID_CONSTRAINT) ? new DomainError('key_reused') : error
    }
  }

  return {
    sendMessage: (message, sender, address) => write<SentMessage>({ kind: 'message', message, sender, address }),
    markDelivered: (delivery) => write<DeliveryMark | undefined>({ kind: 'delivery', ...delivery }, DELIVERY_DELAY_MS),
    markRead: (read) => write<ReadResult>({ kind: 'read', ...read }),
    registerMetrics,
  }
}

/** Writes a batch of one, which waits for the lock of its conversation. The first message opens a direct conversation. */
const writeAfterWait = (pool: Pool, write: ConversationWrite): Promise<WriteResult> =>
  withPipelinedTransaction(
    pool,
    async (tx) => {
      const entry = await waitForContext(tx, write)
      if (entry.conversation) return writeAlone(tx, entry)
      const { address } = write
      const otherId = 'otherId' in address ? address.otherId : undefined
      const relationship = otherId === undefined ? undefined : await readRelationship(tx, getWriterId(write), otherId)
      const outcome = planWithoutConversation(entry, relationship)
      if (outcome) return toWriteResult(outcome)
      if (write.kind !== 'message' || otherId === undefined)
        throw new Error('Only a message to a member opens a conversation')
      const { sender, message } = write
      await createPostgresMemberReadModel(tx).upsertActor(sender)
      await insertConversation(
        tx,
        openDirectConversation(
          message.newConversationId,
          { sender: sender._id, other: otherId, isRequest: !relationship?.canBegin },
          message.createdAt,
        ),
      )
      return writeAlone(tx, await waitForContext(tx, write))
    },
    { hasGenericPlans: true },
  )

/** Waits for the lock of the conversation, if there is one. The values that are read are those after the wait. */
async function waitForContext(tx: Queryable, write: ConversationWrite): Promise<BatchEntry> {
  await lockConversation(tx, write)
  const [entry] = await lockAndReadContexts(tx, [write])
  if (!entry) throw new Error('The write has no context')
  return entry
}

async function lockConversation(tx: Queryable, write: ConversationWrite): Promise<void> {
  const { address } = write
  if ('otherId' in address) {
    const text = 'select from conversations where low_id = $1 and high_id = $2 for update'
    await tx.query({ name: 'lock-pair', text, values: orderMemberIds(getWriterId(write), address.otherId) })
  } else {
    const id = 'foundId' in address ? address.foundId : address.conversationId
    await tx.query({
      name: 'lock-conversation',
      text: 'select from conversations where id = $1 for update',
      values: [id],
    })
  }
}

async function writeAlone(tx: PipelinedTransaction, entry: BatchEntry): Promise<WriteResult> {
  const [outcome] = await writeBatch(tx, [entry])
  if (!outcome || 'error' in outcome) throw outcome?.error ?? new Error('The write has no outcome')
  if (outcome.value === UNLOCKED) throw new Error('The conversation that was just locked does not exist')
  return outcome.value
}

/** Decides on the writes of a batch, stores them at once and commits. Returns an outcome for each, in the order of the batch. */
async function writeBatch(
  tx: PipelinedTransaction,
  entries: readonly BatchEntry[],
): Promise<BatchOutcome<WriteResult | typeof UNLOCKED>[]> {
  const plan = planConversationBatch(entries, await readReferencedMessages(tx, entries))
  for (const { message, stored } of plan.messages) {
    await claimFiles(tx, listMessagePaths(message))
    await addVoiceTask(tx, message)
    await addVideo(tx, message)
    await setDisappearAfter(tx, message, stored.conversationId)
  }
  await endRequests(tx, plan.changed)
  const repeated = await readRepeatedMessages(tx, plan)
  const totals = await writeConversationBatch(tx, plan)
  return plan.outcomes.map((outcome) => {
    if (outcome.kind === 'refused') return { error: outcome.error }
    return { value: outcome.kind === 'unlocked' ? UNLOCKED : toWriteResult(outcome, totals, repeated) }
  })
}

/** Stores the time after which new messages disappear, if a system line changes it. */
async function setDisappearAfter(tx: Queryable, { system }: NewMessage, conversationId: string): Promise<void> {
  if (system?.event !== 'disappearing') return
  const text = 'update conversations set disappear_after = $2 where id = $1'
  await tx.query(text, [conversationId, system.disappearAfter ?? null])
}

/** Finds the messages that the new ones reference, also deleted ones. */
export const FIND_REFERENCED_MESSAGES = {
  name: 'find-referenced-messages',
  text: `
  select q.id, q.thread_id, q.conversation_id, ${quoteJson('q')} as quote from messages q
  where q.id = any((select $1::uuid[])::uuid[])`,
} as const

async function readReferencedMessages(tx: Queryable, entries: readonly BatchEntry[]): Promise<ReferencedMessage[]> {
  const ids = entries.flatMap((entry) => (entry.kind === 'message' ? listReferencedIds(entry.message) : []))
  if (ids.length === 0) return []
  type ReferencedRow = Pick<MessagesTable, 'id' | 'thread_id' | 'conversation_id'> & { quote: QuoteJson }
  const { rows } = await tx.query<ReferencedRow>({ ...FIND_REFERENCED_MESSAGES, values: [ids] })
  return rows.map(({ id, thread_id, conversation_id, quote }) => ({
    _id: id,
    threadId: thread_id,
    conversationId: conversation_id,
    quote: toQuote(quote),
  }))
}

/** Returns the first messages of repeats, by id: new ones of the batch, and stored ones. */
async function readRepeatedMessages(tx: Queryable, plan: ConversationBatchPlan): Promise<Map<string, Message>> {
  const planned = plan.messages.map(({ stored }) => [stored._id, stored] as const)
  const messages = new Map<string, Message>(planned)
  const ids = plan.outcomes.flatMap((outcome) => (outcome.kind === 'repeated' ? [outcome.messageId] : []))
  const stored = await readMessages(
    tx,
    ids.filter((id) => !messages.has(id)),
  )
  return new Map([...planned, ...stored.map((message) => [message._id, message] as const)])
}
