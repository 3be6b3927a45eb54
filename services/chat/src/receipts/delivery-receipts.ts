import type { BackgroundTask, Logger } from '@meadow/service'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReceiptRepository } from './receipt-repository.ts'

/**
 * Queues the record that a device of `memberId` has received the messages of `otherId` up to and including `upToSeq`. Never
 * throws.
 */
export type RecordDelivery = (memberId: string, otherId: string, upToSeq: number) => void

type DeliveryRecorderDeps = {
  receipts: Pick<ReceiptRepository, 'markDelivered'>
  conversations: Pick<ConversationRepository, 'isOpen'>
  push: Push
  log: Logger
}

type QueuedDelivery = { memberId: string; otherId: string; upToSeq: number }

/** Deliveries that are recorded at the same time, which the store may write in one transaction. */
const MAX_CONCURRENCY = 64
/** Further deliveries are dropped: the next message, or loading the conversation, records them. */
const MAX_QUEUED_DELIVERIES = 10_000

/**
 * Creates the background task that records deliveries and pushes them to both members; across a block nothing moves. While one of a member in a conversation
 * is recorded, the next ones are gathered and then recorded as one.
 */
export function createDeliveryRecorder({ receipts, conversations, push, log }: DeliveryRecorderDeps): BackgroundTask & {
  recordDelivery: RecordDelivery
} {
  const queue = new Map<string, QueuedDelivery>()
  const running = new Map<string, Promise<void>>()

  async function record({ memberId, otherId, upToSeq }: QueuedDelivery): Promise<void> {
    if (!(await conversations.isOpen(otherId, { _id: memberId }))) return
    const delivered = await receipts.markDelivered({ _id: memberId }, { otherId }, upToSeq)
    if (!delivered) return
    const payload = { receiverId: memberId, ...delivered }
    push({ to: { member: otherId }, name: 'messageDelivered', payload: { userId: memberId, ...payload } })
    // The receiver gets it, too: a gap in `rev` would make the client load the changes.
    push({ to: { member: memberId }, name: 'messageDelivered', payload: { userId: otherId, ...payload } })
  }

  async function run(key: string, delivery: QueuedDelivery): Promise<void> {
    await record(delivery).catch((error) => log.warn({ err: error }, 'delivery could not be recorded'))
    running.delete(key)
    startQueued()
  }

  function startQueued(): void {
    for (const [key, delivery] of queue) {
      if (running.size >= MAX_CONCURRENCY) return
      if (running.has(key)) continue
      queue.delete(key)
      running.set(key, run(key, delivery))
    }
  }

  return {
    recordDelivery(memberId, otherId, upToSeq) {
      const key = `${memberId}:${otherId}`
      const queued = queue.get(key)
      if (!queued && queue.size >= MAX_QUEUED_DELIVERIES) return
      queue.set(key, { memberId, otherId, upToSeq: Math.max(upToSeq, queued?.upToSeq ?? 0) })
      startQueued()
    },
    name: 'delivery recorder',
    start: async () => undefined,
    async stop() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
