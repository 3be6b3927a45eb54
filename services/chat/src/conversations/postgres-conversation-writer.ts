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
import { createMessageReadEvent } from '../receipts/mark-read.ts'
import { type PlannedRead, planReadBatch, type Read } from '../receipts/read-batch.ts'
import type { DeliveryMark, ReadResult } from '../receipts/receipt-repository.ts'
import { afterMarks, type MovedMark } from './changed-conversations.ts'
import { type BatchContextRow, type ContextRequest, lockAndReadContexts } from './postgres-batch-contexts.ts'

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

/** Exactly one of the three. */
type ConversationWrite = { message?: BatchMessage; delivery?: Delivery; read?: Read }
type WriteResult = SendResult | DeliveryResult | ReadResult

/** A delivery mark goes with other writes, or by itself after this time. */
const DELIVERY_DELAY_MS = 50

/**
 * Creates the writer of conversations on PostgreSQL. It writes one batch at a time, and marks go with messages: so two
 * transactions of this process do not want the same conversation, and the mark of the last message costs the next one little.
 */
export function createPostgresConversationWriter(pool: Pool): ConversationWriter {
  const { write, registerMetrics } = createBatchWriter<ConversationWrite, WriteResult>({
    name: 'conversations',
    isOutage: isStoreOutage,
    writeBatch: (batch) => withPipelinedTransaction(pool, (tx) => writeBatch(tx, batch), { hasGenericPlans: true }),
  })
  return {
    sendMessage: (message) => write({ message }) as Promise<SendResult>,
    markDelivered: (delivery) => write({ delivery }, { delayMs: DELIVERY_DELAY_MS }) as Promise<DeliveryResult>,
    markRead: (read) => write({ read }) as Promise<ReadResult | typeof MARK_ALONE>,
    registerMetrics,
  }
}

/** Writes the deliveries of a batch, then its reads and then its messages. Returns an outcome for each, in their order. */
async function writeBatch(
  tx: PipelinedTransaction,
  batch: readonly ConversationWrite[],
): Promise<BatchOutcome<WriteResult>[]> {
  const rows = await lockAndReadContexts(tx, batch.map(toContextRequest))
  const entries = batch.map((write, index) => ({ ...write, row: rows[index] }))
  const deliveries = entries.flatMap(({ delivery, row }) =>
    delivery ? [{ ...delivery, conversation: toMarkContext(row) }] : [],
  )
  const plannedDeliveries = planDeliveryBatch(deliveries)
  const delivered = plannedDeliveries.filter((delivery) => delivery !== undefined)
  const revs = new Map(delivered.map(({ _id, rev }) => [_id, rev]))
  const reads = entries.flatMap(({ read, row }) => (read ? [{ ...read, conversation: toReadContext(row, revs) }] : []))
  const plannedReads = planReadBatch(reads)
  const changedReads = plannedReads.flatMap((read) => (read?.result.isChanged ? [read] : []))
  const moved = [...delivered.map(toDeliveredMark), ...changedReads.map(toReadMark)]
  const messages = entries.flatMap(({ message, row }) =>
    message ? [{ ...message, ...afterMarks(toMessageContext(row), message.recipientId, moved) }] : [],
  )
  const events = changedReads.map(({ result, readerId, at, eventId }) =>
    createMessageReadEvent(result, { reader: { _id: readerId }, at, eventId }),
  )
  const { outcomes, totals } = await storeConversationBatch(tx, messages, { moved, events })

  const sent = outcomes.values()
  const deliveryResults = plannedDeliveries
    .map((planned, index) => (deliveries[index]?.conversation ? planned?.mark : MARK_ALONE))
    .values()
  const readResults = plannedReads
    .map((planned) => (planned ? withTotal(planned, totals.get(planned.readerId)) : MARK_ALONE))
    .values()
  return batch.map(({ message, read }): BatchOutcome<WriteResult> => {
    if (!message) return { value: (read ? readResults : deliveryResults).next().value }
    return sent.next().value ?? { error: new Error('A message of the batch has no outcome') }
  })
}

function toContextRequest({ message, delivery, read }: ConversationWrite): ContextRequest {
  if (message) return { senderId: message.sender._id, recipientId: message.recipientId, message: message.message }
  if (read) return { senderId: read.otherId, recipientId: read.readerId, read }
  return { senderId: delivery?.otherId ?? '', recipientId: delivery?.recipientId ?? '' }
}

function toMarkContext(row: BatchContextRow | undefined) {
  const { id: _id, seq, rev, moved_at: movedAt, delivered_up_to, read_up_to } = row ?? {}
  if (!_id || seq == null || rev == null || !movedAt) return undefined
  return { _id, seq, rev, movedAt, deliveredUpTo: delivered_up_to ?? 0, readUpTo: read_up_to ?? 0 }
}

/** Returns the context of a read after the deliveries of its batch, with the `rev` of their conversations. */
function toReadContext(row: BatchContextRow | undefined, revs: ReadonlyMap<string, number>) {
  const context = toMarkContext(row)
  if (!row || !context) return undefined
  const { unread, unread_after: unreadAfter, messages, moves } = row
  const rev = revs.get(context._id) ?? context.rev
  const total = { messages: messages ?? 0, changeSeq: Number(moves ?? 0) }
  return { ...context, rev, unreadCount: unread ?? 0, unreadAfter, total }
}

const toDeliveredMark = ({ _id, seq, rev, movedAt, recipientId, otherId, mark }: PlannedDelivery): MovedMark => ({
  conversationId: _id,
  seq,
  rev,
  movedAt,
  memberId: recipientId,
  otherId,
  deliveredUpTo: mark.upToSeq,
  unreadChange: 0,
})

const toReadMark = ({ result, seq, movedAt, readerId, otherId, unreadChange }: PlannedRead): MovedMark => ({
  conversationId: result.conversationId,
  seq,
  rev: result.rev,
  movedAt,
  memberId: readerId,
  otherId,
  deliveredUpTo: result.upToSeq,
  readUpTo: result.upToSeq,
  unreadChange,
})

/** Returns the result of a read with the total after the batch, if the batch has changed it. */
const withTotal = ({ result }: PlannedRead, total = result.total): ReadResult => ({ ...result, total })
