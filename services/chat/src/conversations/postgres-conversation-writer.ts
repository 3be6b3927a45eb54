import type { MetricsSource } from '@meadow/service'
import {
  type BatchOutcome,
  createBatchWriter,
  isStoreOutage,
  type Queryable,
  withPostgresTransaction,
} from '@meadow/storage'
import type { Pool } from 'pg'
import type { BatchMessage } from '../messages/send/message-batch.ts'
import type { SentMessage } from '../messages/send/new-message.ts'
import { type SEND_ALONE, storeMessageBatch, toMessageContext } from '../messages/send/postgres-message-batch.ts'
import { type Delivery, type DeliveryContext, planDeliveryBatch } from '../receipts/delivery-batch.ts'
import type { DeliveryMark } from '../receipts/receipt-repository.ts'
import { afterMarks } from './changed-conversations.ts'
import { type BatchContextRow, type ContextRequest, lockAndReadContexts } from './postgres-batch-contexts.ts'

/** The result `alone`: there is no conversation, or another transaction holds it. The mark needs a transaction of its own. */
export const MARK_ALONE = 'alone'

type SendResult = SentMessage | typeof SEND_ALONE
/** Undefined if the mark was already there. */
type MarkResult = DeliveryMark | undefined | typeof MARK_ALONE

/** Writes messages and delivery marks in batches. */
export type ConversationWriter = Required<MetricsSource> & {
  sendMessage(message: BatchMessage): Promise<SendResult>
  markDelivered(delivery: Delivery): Promise<MarkResult>
}

type ConversationWrite = { message: BatchMessage; delivery?: never } | { delivery: Delivery; message?: never }
type WriteOutcome = BatchOutcome<SendResult | MarkResult>

/** A delivery mark goes with the next messages, or by itself after this time. */
const DELIVERY_DELAY_MS = 50

/**
 * Creates the writer of conversations on PostgreSQL. It writes one batch at a time, and marks go with messages: so two
 * transactions of this process do not want the same conversation, and the mark of the last message costs the next one little.
 */
export function createPostgresConversationWriter(pool: Pool): ConversationWriter {
  const { write, registerMetrics } = createBatchWriter<ConversationWrite, SendResult | MarkResult>({
    name: 'conversations',
    isOutage: isStoreOutage,
    writeBatch: (batch) => withPostgresTransaction(pool, (tx) => writeBatch(tx, batch), { hasGenericPlans: true }),
  })
  return {
    sendMessage: (message) => write({ message }) as Promise<SendResult>,
    markDelivered: (delivery) => write({ delivery }, { delayMs: DELIVERY_DELAY_MS }) as Promise<MarkResult>,
    registerMetrics,
  }
}

/** Writes the marks of a batch and then its messages. Returns an outcome for each, in their order. */
async function writeBatch(tx: Queryable, batch: readonly ConversationWrite[]): Promise<WriteOutcome[]> {
  const rows = await lockAndReadContexts(tx, batch.map(toContextRequest))
  const deliveries = batch.flatMap(({ delivery }, index) =>
    delivery ? [{ ...delivery, conversation: toDeliveryContext(rows[index]) }] : [],
  )
  const planned = planDeliveryBatch(deliveries)
  const marks = planned.filter((delivery) => delivery !== undefined)
  const messages = batch.flatMap(({ message }, index) =>
    message ? [{ ...message, ...afterMarks(toMessageContext(rows[index]), message.recipientId, marks) }] : [],
  )
  const sent = (await storeMessageBatch(tx, messages, marks)).values()
  const marked = planned
    .map((delivery, index): WriteOutcome => ({ value: deliveries[index]?.conversation ? delivery?.mark : MARK_ALONE }))
    .values()
  return batch.map(({ message }) => {
    const { value } = message ? sent.next() : marked.next()
    if (value === undefined) throw new Error('A write of the batch has no outcome')
    return value
  })
}

const toContextRequest = ({ message, delivery }: ConversationWrite): ContextRequest =>
  message
    ? { senderId: message.sender._id, recipientId: message.recipientId, message: message.message }
    : { senderId: delivery.otherId, recipientId: delivery.recipientId }

function toDeliveryContext(row: BatchContextRow | undefined): DeliveryContext | undefined {
  const { id: _id, seq, rev, moved_at: movedAt, delivered_up_to: deliveredUpTo } = row ?? {}
  if (!_id || seq == null || rev == null || !movedAt) return undefined
  return { _id, seq, rev, movedAt, deliveredUpTo: deliveredUpTo ?? 0 }
}
