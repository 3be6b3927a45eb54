import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@meadow/service'
import { createKeyedQueue } from '@meadow/storage'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type Delivery, deadLetterTopic, type Subscription } from '../bus.ts'
import { handleWithRetries } from '../handle-with-retries.ts'
import { toDelivery } from './kafka-message.ts'

type BatchHandlerDeps = { prefix: string; signal: AbortSignal; log: Logger }

const MAX_BATCH_SIZE = 200
const HEARTBEAT_INTERVAL_MS = 500

/**
 * Creates the `eachBatch` callback of a consumer. kafkajs calls it per partition; this handler merges the partitions of one
 * fetch and handles one batch of a topic at a time. It commits offsets after the effect. While it handles or retries a
 * batch, it sends heartbeats. When the group rebalances, it stops retrying, and the next owner of the partition reads the
 * batch again.
 */
export function createBatchHandler(subscription: Subscription, { prefix, signal, log }: BatchHandlerDeps) {
  const enqueue = createKeyedQueue()
  const collecting = new Map<string, { batches: EachBatchPayload[]; handled: Promise<void> }>()
  const running = new Set<Promise<void>>()

  async function handleBatches(
    topic: string,
    batches: readonly [EachBatchPayload, ...EachBatchPayload[]],
  ): Promise<void> {
    const [{ heartbeat, commitOffsetsIfNecessary, uncommittedOffsets }] = batches
    using heartbeats = startHeartbeats(heartbeat)
    const ended = AbortSignal.any([signal, heartbeats.lost])
    for (const slices of sliceBatches(batches)) {
      const current = slices.filter(({ batch }) => !batch.isStale())
      const deliveries = current.flatMap((slice) => toDeliveries(topic, slice))
      if (!(await handleWithRetries(subscription, deliveries, { signal: ended, log }))) break
      for (const { batch, messages } of current) batch.resolveOffset(messages.at(-1)?.offset ?? '')
      await commitOffsetsIfNecessary(uncommittedOffsets())
      await heartbeat()
    }
    if (heartbeats.lost.aborted) await heartbeat() // throws the error that kafkajs needs to rejoin the group
  }

  /** Collects the partitions of the current fetch of a topic, and handles them after the topic's earlier batches. */
  function startCollecting(topic: string, first: EachBatchPayload): Promise<void> {
    const batches: [EachBatchPayload, ...EachBatchPayload[]] = [first]
    const handled = enqueue(topic, async () => {
      await setImmediate()
      collecting.delete(topic)
      await handleBatches(topic, batches)
    }).finally(() => running.delete(handled))
    running.add(handled)
    collecting.set(topic, { batches, handled })
    return handled
  }

  return {
    eachBatch(payload: EachBatchPayload): Promise<void> {
      const topic = payload.batch.topic.slice(prefix.length)
      const collection = collecting.get(topic)
      collection?.batches.push(payload)
      return collection?.handled ?? startCollecting(topic, payload)
    },
    isBusy: () => running.size > 0,
    /** Waits for the running batches. */
    drain: () => Promise.allSettled(running),
  }
}

type BatchSlice = { batch: EachBatchPayload; messages: KafkaMessage[] }

/** Divides batches into groups of at most `MAX_BATCH_SIZE` messages, and keeps the order within each partition. */
function* sliceBatches(batches: readonly EachBatchPayload[]): Generator<BatchSlice[]> {
  let slices: BatchSlice[] = []
  let capacity = MAX_BATCH_SIZE
  for (const batch of batches) {
    for (let from = 0; from < batch.batch.messages.length; ) {
      const messages = batch.batch.messages.slice(from, from + capacity)
      slices.push({ batch, messages })
      from += messages.length
      capacity -= messages.length
      if (capacity > 0) continue
      yield slices
      slices = []
      capacity = MAX_BATCH_SIZE
    }
  }
  if (slices.length > 0) yield slices
}

const toDeliveries = (topic: string, { batch: { batch }, messages }: BatchSlice): Delivery[] =>
  messages
    .filter((message) => !isDeadLetterTombstone(topic, message))
    .map((message) => toDelivery(topic, batch.partition, message))

/** A replay marks a dead letter as removed by a message without a value. */
const isDeadLetterTombstone = (topic: string, { value }: KafkaMessage) =>
  value === null && topic.endsWith(deadLetterTopic(''))

/** Sends heartbeats until it is disposed. Aborts `lost` when the group has removed this consumer. */
function startHeartbeats(heartbeat: EachBatchPayload['heartbeat']): Disposable & { lost: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(() => void heartbeat().catch((error) => lost.abort(error)), HEARTBEAT_INTERVAL_MS)
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
