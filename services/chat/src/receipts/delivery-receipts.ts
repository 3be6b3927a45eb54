import type { BackgroundTask, Logger } from '@meadow/service'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReceiptRepository } from './receipt-repository.ts'

/**
 * Queues the record that a device of `memberId` has received the messages of `otherId` up to and including `upToSeq`. Never
 * throws.
 */
export type RecordDelivery = (memberId: string, otherId: string, upToSeq: number) => void

type DeliveryRecorderDeps = { receipts: Pick<ReceiptRepository, 'markDelivered'>; push: Push; log: Logger }

type QueuedDelivery = { memberId: string; otherId: string; upToSeq: number }

/** Deliveries that are recorded at the same time, which the store may write in one transaction. */
const BATCH_SIZE = 64
/** Further deliveries are dropped: the next message, or loading the conversation, records them. */
const MAX_QUEUED_DELIVERIES = 10_000

/**
 * Creates the background task that records deliveries in batches and pushes them to both members. Deliveries of one member in
 * one conversation that are queued at the same time are recorded as one.
 */
export function createDeliveryRecorder({ receipts, push, log }: DeliveryRecorderDeps): BackgroundTask & {
  recordDelivery: RecordDelivery
} {
  const queue = new Map<string, QueuedDelivery>()
  let running: Promise<void> | undefined

  async function record(memberId: string, otherId: string, upToSeq: number): Promise<void> {
    const delivered = await receipts.markDelivered({ _id: memberId }, otherId, upToSeq)
    if (!delivered) return
    const payload = { receiverId: memberId, ...delivered }
    push({ to: { member: otherId }, name: 'messageDelivered', payload: { userId: memberId, ...payload } })
    // The receiver gets it, too: a gap in `rev` would make the client load the changes.
    push({ to: { member: memberId }, name: 'messageDelivered', payload: { userId: otherId, ...payload } })
  }

  const recordOrLog = ({ memberId, otherId, upToSeq }: QueuedDelivery) =>
    record(memberId, otherId, upToSeq).catch((error) => log.warn({ err: error }, 'delivery could not be recorded'))

  async function recordQueue(): Promise<void> {
    while (queue.size > 0) {
      const batch = [...queue].slice(0, BATCH_SIZE)
      for (const [key] of batch) queue.delete(key)
      await Promise.all(batch.map(([, delivery]) => recordOrLog(delivery)))
    }
    running = undefined
  }

  return {
    recordDelivery(memberId, otherId, upToSeq) {
      const key = `${memberId}:${otherId}`
      const queued = queue.get(key)
      if (!queued && queue.size >= MAX_QUEUED_DELIVERIES) return
      queue.set(key, { memberId, otherId, upToSeq: Math.max(upToSeq, queued?.upToSeq ?? 0) })
      running ??= recordQueue()
    },
    name: 'delivery recorder',
    start: async () => undefined,
    stop: async () => running,
  }
}
