import { newId } from '@meadow/service'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'

/** A partition from `offset` on, up to but excluding `until`, or without an end. The topic name includes the prefix. */
export type PartitionRange = { topic: string; partition: number; offset: string; until?: string }
export type PartitionMessage = { topic: string; partition: number; message: KafkaMessage }

/** The next step in a partition: continue, stop, or seek to an offset. */
type ReadStep = 'continue' | 'stop' | { seek: string }

/** Prefix of the groups of these readers. They commit no offsets, so they have no lag. */
export const READER_GROUP_PREFIX = 'meadow-reader-'

type ReadOptions = {
  ranges: readonly PartitionRange[]
  onMessage: (message: PartitionMessage) => ReadStep
  signal: AbortSignal
}

/**
 * Reads ranges of partitions in a consumer group of its own. Returns when each range is read or stopped, or when `signal`
 * is aborted. @throws when the connection to Kafka is lost
 */
export async function readPartitions(
  { kafka, prefix }: KafkaClient,
  { ranges, onMessage, signal }: ReadOptions,
): Promise<void> {
  if (ranges.length === 0) return
  const groupId = `${prefix}${READER_GROUP_PREFIX}${newId(new Date())}`
  const retry = { restartOnFailure: async () => false }
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false, retry })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  ended.catch(() => {}) // the consumer may crash before anything awaits `ended`
  const unread = new Map(ranges.map((range) => [toPartitionKey(range), range]))
  const finish = (key: string) => {
    unread.delete(key)
    if (unread.size === 0) resolve()
  }
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
    const until = unread.get(toPartitionKey(payload))?.until
    if (until !== undefined && BigInt(payload.lastOffset) + 1n >= BigInt(until)) finish(toPartitionKey(payload))
  })
  signal.addEventListener('abort', () => resolve())

  async function eachBatch({ batch: { topic, partition, messages }, isStale }: EachBatchPayload): Promise<void> {
    for (const message of messages) {
      const range = unread.get(toPartitionKey({ topic, partition }))
      if (!range || isStale() || signal.aborted) return
      if (BigInt(message.offset) < BigInt(range.offset)) continue
      const step = onMessage({ topic, partition, message })
      if (step === 'stop') finish(toPartitionKey(range))
      else if (step !== 'continue') consumer.seek({ topic, partition, offset: step.seek })
    }
  }

  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...new Set(ranges.map(({ topic }) => topic))] })
    await consumer.run({ autoCommit: false, eachBatch })
    for (const { topic, partition, offset } of ranges) consumer.seek({ topic, partition, offset })
    await ended
  } finally {
    await consumer.disconnect().catch(() => {})
  }
}

const toPartitionKey = ({ topic, partition }: { topic: string; partition: number }) => `${topic} ${partition}`
