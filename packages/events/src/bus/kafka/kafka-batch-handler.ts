import { createConcurrencyLimit, type Logger } from '@meadow/service'
import { type BackOff, createBackOff } from '@meadow/storage'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import { type Delivery, isDeadLetterTopic, type Subscription } from '../bus.ts'
import { toDelivery } from './kafka-message.ts'
import type { MissedEventsReport } from './kafka-missed-events.ts'
import { createOffsetCommits } from './offset-commits.ts'

type BatchHandlerDeps = {
  prefix: string
  missedEvents: Pick<MissedEventsReport, 'checkPosition'>
  signal: AbortSignal
  log: Logger
}

const MAX_BATCH_SIZE = 200
/** Half of the connections of a store's pool: requests need the others. */
const MAX_CONCURRENT_HANDLERS = 3
const HEARTBEAT_INTERVAL_MS = 500

/**
 * Creates the `eachBatch` callback of a consumer. kafkajs calls it for several partitions at the same time, and for each
 * partition in order. It commits offsets after the effect, without waiting for Kafka, and sends heartbeats meanwhile. A partition whose events cannot be
 * handled pauses for a while and is then fetched again, so that it holds up no other partition.
 */
export function createBatchHandler(subscription: Subscription, deps: BatchHandlerDeps) {
  const { prefix, missedEvents, signal, log } = deps
  const { group } = subscription
  const limit = createConcurrencyLimit(MAX_CONCURRENT_HANDLERS)
  const running = new Set<Promise<void>>()
  const commits = createOffsetCommits(log)
  const failed = new Map<string, FailedBatch>()
  /** The offset of the next event of each partition: after the last handled one, or of the one that fails. */
  const positions = new Map<string, bigint>()

  function pausePartition({ batch, pause }: EachBatchPayload, lastOffset: string, error: unknown): void {
    const key = toPartitionKey(batch)
    const { backOff } = failed.get(key) ?? { backOff: createBackOff() }
    failed.set(key, { backOff, lastOffset })
    if (backOff.failures === 0)
      log.warn({ err: error, group, partition: batch.partition }, 'events cannot be handled; retrying')
    const resume = pause()
    void backOff.wait(signal).then(() => signal.aborted || resume())
  }

  /** Batches that wait for others when the consumer stops are delivered again after the next start. */
  async function handleUnlessStopped(deliveries: readonly Delivery[]): Promise<void> {
    signal.throwIfAborted()
    await subscription.handle(deliveries)
  }

  /** Handles events of one partition. Returns false if they must be fetched again. */
  async function handleSlice(payload: EachBatchPayload, messages: readonly KafkaMessage[]): Promise<boolean> {
    const { partition } = payload.batch
    const key = toPartitionKey(payload.batch)
    const topic = payload.batch.topic.slice(prefix.length)
    try {
      const [first] = messages
      await missedEvents.checkPosition({ topic, partition }, positions.get(key), first)
      if (first) positions.set(key, BigInt(first.offset)) // a gap is reported once, although the events may fail
      const deliveries = toDeliveries(topic, partition, messages)
      if (deliveries.length > 0) await limit(() => handleUnlessStopped(deliveries))
    } catch (error) {
      if (!signal.aborted) pausePartition(payload, messages.at(-1)?.offset ?? '', error)
      return false
    }
    if (failed.delete(key)) log.info({ group, partition }, 'handling events again')
    return true
  }

  async function handlePartition(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary, uncommittedOffsets } = payload
    using heartbeats = startHeartbeats(heartbeat)
    for (const messages of sliceMessages(batch.messages, failed.get(toPartitionKey(batch))?.lastOffset)) {
      if (signal.aborted || heartbeats.lost.aborted || payload.isStale()) break
      if (!(await handleSlice(payload, messages))) break
      const lastOffset = messages.at(-1)?.offset ?? ''
      positions.set(toPartitionKey(batch), BigInt(lastOffset) + 1n)
      resolveOffset(lastOffset)
      commits.request(() => commitOffsetsIfNecessary(uncommittedOffsets()))
      await heartbeat()
    }
    if (signal.aborted) await commits.whenIdle() // before the consumer leaves its group
    if (heartbeats.lost.aborted) await heartbeat() // throws the error that kafkajs needs to rejoin the group
  }

  return {
    eachBatch(payload: EachBatchPayload): Promise<void> {
      const handled = handlePartition(payload).finally(() => running.delete(handled))
      running.add(handled)
      return handled
    },
    isBusy: () => running.size > 0,
    /** Forgets the positions: the group has assigned the partitions anew. */
    onAssigned: () => positions.clear(),
    /** Waits for the running batches. */
    drain: () => Promise.allSettled(running),
    /** Waits for the running commit of offsets. */
    whenCommitted: commits.whenIdle,
  }
}

/** The last offset of a batch that could not be handled: the same batch is delivered again, without later events. */
type FailedBatch = { backOff: BackOff; lastOffset: string }

/** Divides messages into batches of at most `MAX_BATCH_SIZE`. The first one ends at `lastOffset`, if that is given. */
function* sliceMessages(messages: readonly KafkaMessage[], lastOffset: string | undefined): Generator<KafkaMessage[]> {
  const first = messages.findIndex(({ offset }) => offset === lastOffset) + 1
  if (first > 0) yield messages.slice(0, first)
  for (let from = first; from < messages.length; from += MAX_BATCH_SIZE)
    yield messages.slice(from, from + MAX_BATCH_SIZE)
}

const toPartitionKey = ({ topic, partition }: { topic: string; partition: number }) => `${topic} ${partition}`

const toDeliveries = (topic: string, partition: number, messages: readonly KafkaMessage[]): Delivery[] =>
  messages.filter((message) => !isReplayMark(topic, message)).map((message) => toDelivery(topic, partition, message))

/** A replay marks a dead letter as replayed by a message without a value. */
const isReplayMark = (topic: string, { value }: KafkaMessage) => value === null && isDeadLetterTopic(topic)

/** Sends heartbeats until it is disposed. Aborts `lost` when the group has removed this consumer. */
function startHeartbeats(heartbeat: EachBatchPayload['heartbeat']): Disposable & { lost: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(() => void heartbeat().catch((error) => lost.abort(error)), HEARTBEAT_INTERVAL_MS)
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
