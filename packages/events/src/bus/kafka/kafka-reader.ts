import { newId } from '@meadow/service'
import type { EachBatchPayload, KafkaMessage } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'

/** From where to read, and before which offset to stop; without `until` it goes on. Names as Kafka knows them. */
export type Start = { topic: string; partition: number; offset: string; until?: string }
export type Found = { topic: string; partition: number; message: KafkaMessage }

/** Whether to go on in this partition: with what comes next, from an offset on, or not at all. */
type Next = 'more' | 'enough' | { from: string }

/** What groups of readers are called: they keep no place, so nobody waits for them. */
export const READERS = 'meadow-reader-'

type Wish = { starts: readonly Start[]; take: (found: Found) => Next; signal: AbortSignal }

/**
 * Reads partitions from given places on, as nobody's consumer; ends when all have been read as far as asked, when `take`
 * has enough of each, or when `signal` is aborted. @throws when Kafka is lost
 */
export async function readLog({ kafka, prefix }: KafkaClient, { starts, take, signal }: Wish): Promise<void> {
  if (starts.length === 0) return
  const groupId = `${prefix}${READERS}${newId(new Date())}`
  const retry = { restartOnFailure: async () => false }
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false, retry })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  ended.catch(() => {}) // it may crash before anybody waits for it
  const unread = new Map(starts.map((start) => [nameOf(start), start]))
  const finish = (name: string) => {
    unread.delete(name)
    if (unread.size === 0) resolve()
  }
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
    const until = unread.get(nameOf(payload))?.until
    if (until !== undefined && BigInt(payload.lastOffset) + 1n >= BigInt(until)) finish(nameOf(payload))
  })
  signal.addEventListener('abort', () => resolve())

  async function eachBatch({ batch: { topic, partition, messages }, isStale }: EachBatchPayload): Promise<void> {
    for (const message of messages) {
      const start = unread.get(nameOf({ topic, partition }))
      if (!start || isStale() || signal.aborted) return
      if (BigInt(message.offset) < BigInt(start.offset)) continue
      const next = take({ topic, partition, message })
      if (next === 'enough') finish(nameOf(start))
      else if (next !== 'more') consumer.seek({ topic, partition, offset: next.from })
    }
  }

  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...new Set(starts.map(({ topic }) => topic))] })
    await consumer.run({ autoCommit: false, eachBatch })
    for (const { topic, partition, offset } of starts) consumer.seek({ topic, partition, offset })
    await ended
  } finally {
    await consumer.disconnect().catch(() => {})
  }
}

const nameOf = ({ topic, partition }: { topic: string; partition: number }) => `${topic} ${partition}`
