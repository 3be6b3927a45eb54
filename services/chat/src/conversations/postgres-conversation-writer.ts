import type { MetricsSource } from '@meadow/service'
import {
  type BatchOutcome,
  createBatchWriter,
  isStoreOutage,
  type PipelinedTransaction,
  withPipelinedTransaction,
} from '@meadow/storage'
import type { Pool } from 'pg'
import type { BatchMessage } from '../messages/send/message-batch.ts'
import type { SentMessage } from '../messages/send/new-message.ts'
import { type SEND_ALONE, storeConversationBatch, toMessageContext } from '../messages/send/postgres-message-batch.ts'
import { type Delivery, type PlannedDelivery, planDeliveryBatch } from '../receipts/delivery-batch.ts'
import { createMessageReadEvents } from '../receipts/mark-read.ts'
import { type PlannedRead, planReadBatch, type Read } from '../receipts/read-batch.ts'
import type { DeliveryMark, ReadResult } from '../receipts/receipt-repository.ts'
import { applyMarksToContext, type MovedMark } from './changed-conversations.ts'
import type { ConversationAddress } from './conversation.ts'
import { type BatchContext, type ContextRequest, lockAndReadContexts } from './postgres-batch-contexts.ts'

/** The result `alone`: there is no conversation, or another transaction holds it. The mark needs a transaction of its own. */
export const MARK_ALONE = 'alone'

type SendResult = SentMessage | typeof SEND_ALONE
/** Undefined if the mark was already there. */
type DeliveryResult = DeliveryMark | undefined | typeof MARK_ALONE

/** Writes messages and the marks of deliveries and reads in batches. */
export type ConversationWriter = Required<MetricsSource> & {
  sendMessage(message: BatchMessage): Promise<SendResult>
  markDelivered(delivery: Delivery): Promise<DeliveryResult>
  markRead(read: Read): Promise<ReadResult | typeof MARK_ALONE>
}

/** One of three kinds of writes. */
type ConversationWrite =
  | { kind: 'message'; message: BatchMessage }
  | { kind: 'delivery'; delivery: Delivery }
  | { kind: 'read'; read: Read }
type WriteResult = SendResult | DeliveryResult | ReadResult

/** A delivery mark goes with other writes, or by itself after this time. */
const DELIVERY_DELAY_MS = 20

/** Under load, a batch waits up to this time for the messages that follow the results of the one before. */
const GATHER_MS = 4

/**
 * Creates the writer of conversations on PostgreSQL. It writes one batch at a time, and marks go with messages: so two
 * transactions of this process do not want the same conversation, and the mark of the last message costs the next one little.
 */
export function createPostgresConversationWriter(pool: Pool): ConversationWriter {
  const { write, registerMetrics } = createBatchWriter<ConversationWrite, WriteResult>({
    name: 'conversations',
    gatherMs: GATHER_MS,
    isItemFailure: (error) => !isStoreOutage(error),
    writeBatch: (batch) => withPipelinedTransaction(pool, (tx) => writeBatch(tx, batch), { hasGenericPlans: true }),
  })
  return {
    sendMessage: (message) => write({ kind: 'message', message }) as Promise<SendResult>,
    markDelivered: (delivery) =>
      write({ kind: 'delivery', delivery }, { delayMs: DELIVERY_DELAY_MS }) as Promise<DeliveryResult>,
    markRead: (read) => write({ kind: 'read', read }) as Promise<ReadResult | typeof MARK_ALONE>,
    registerMetrics,
  }
}

/**
 * Applies the deliveries of a batch, then its reads and then its messages, and stores all at once. Returns an outcome for each,
 * in the order of the batch.
 */
async function writeBatch(
  tx: PipelinedTransaction,
  batch: readonly ConversationWrite[],
): Promise<BatchOutcome<WriteResult>[]> {
  const contexts = await lockAndReadContexts(tx, batch.map(toContextRequest))
  const entries = batch.map((write, index) => ({ write, context: contexts[index] }))
  const deliveries = entries.flatMap(({ write, context }) =>
    write.kind === 'delivery' ? [{ ...write.delivery, conversation: toMarkContext(write.delivery, context) }] : [],
  )
  const plannedDeliveries = planDeliveryBatch(deliveries)
  const delivered = plannedDeliveries.filter((delivery) => delivery !== undefined)
  const revs = new Map(delivered.map(({ _id, rev }) => [_id, rev]))
  const reads = entries.flatMap(({ write, context }) =>
    write.kind === 'read' ? [{ ...write.read, conversation: toReadContext(write.read, context, revs) }] : [],
  )
  const plannedReads = planReadBatch(reads)
  const changedReads = plannedReads.flatMap((read) => (read?.result.isChanged ? [read] : []))
  const moved = [...delivered.map(toDeliveredMark), ...changedReads.map(toReadMark)]
  const messages = entries.flatMap(({ write, context }) =>
    write.kind === 'message'
      ? [{ ...write.message, ...applyMarksToContext(toMessageContext(write.message, context), moved) }]
      : [],
  )
  const events = changedReads.flatMap(({ result, memberId, at, eventId }) =>
    createMessageReadEvents(result, { reader: { _id: memberId }, at, eventId }),
  )
  const { outcomes, totals } = await storeConversationBatch(tx, messages, { moved, events })

  const sent = outcomes.values()
  const deliveryResults = plannedDeliveries
    .map((planned, index) => (deliveries[index]?.conversation ? planned?.mark : MARK_ALONE))
    .values()
  const readResults = plannedReads
    .map((planned) => (planned ? withTotal(planned, totals.get(planned.memberId)) : MARK_ALONE))
    .values()
  return batch.map(({ kind }): BatchOutcome<WriteResult> => {
    if (kind !== 'message') return { value: (kind === 'read' ? readResults : deliveryResults).next().value }
    return sent.next().value ?? { error: new Error('A message of the batch has no outcome') }
  })
}

function toContextRequest(write: ConversationWrite): ContextRequest {
  if (write.kind === 'delivery') return write.delivery
  if (write.kind === 'read') return { ...write.read, read: write.read }
  const { message, sender, address } = write.message
  return { memberId: sender._id, address, message }
}

type MarkAddress = { memberId: string; address: ConversationAddress }

/** Returns undefined if there is no conversation, another transaction holds it, or the member is not in it. */
function toMarkContext({ memberId, address }: MarkAddress, context: BatchContext | undefined) {
  const { id: _id, seq, rev, moved_at: movedAt, read_up_to: readUpTo, delivered_up_to: deliveredUpTo } = context ?? {}
  if (!_id || seq == null || rev == null || !movedAt || readUpTo == null || deliveredUpTo == null) return undefined
  const otherId = 'otherId' in address ? address.otherId : null
  const memberIds = otherId ? [memberId, otherId] : (context?.members ?? []).map((member) => member._id)
  return { _id, seq, rev, movedAt, otherId, memberIds, deliveredUpTo, readUpTo }
}

/** Returns the context of a read after the deliveries of its batch, with the `rev` of their conversations. */
function toReadContext(read: Read, context: BatchContext | undefined, revs: ReadonlyMap<string, number>) {
  const conversation = toMarkContext(read, context)
  if (!context || !conversation) return undefined
  const { unread, unread_after: unreadAfter, messages, moves } = context
  const rev = revs.get(conversation._id) ?? conversation.rev
  const total = { messages: messages ?? 0, changeSeq: Number(moves ?? 0) }
  return { ...conversation, rev, unreadCount: unread ?? 0, unreadAfter, total }
}

const toDeliveredMark = ({ _id, seq, rev, movedAt, memberId, memberIds, mark }: PlannedDelivery): MovedMark => ({
  conversationId: _id,
  seq,
  rev,
  movedAt,
  memberId,
  memberIds,
  deliveredUpTo: mark.upToSeq,
  unreadChange: 0,
})

const toReadMark = ({ result, seq, movedAt, memberId, memberIds, unreadChange }: PlannedRead): MovedMark => ({
  conversationId: result.conversationId,
  seq,
  rev: result.rev,
  movedAt,
  memberId,
  memberIds,
  deliveredUpTo: result.upToSeq,
  readUpTo: result.upToSeq,
  unreadChange,
})

/** Returns the result of a read with the total after the batch, if the batch has changed it. */
const withTotal = ({ result }: PlannedRead, total = result.total): ReadResult => ({ ...result, total })
