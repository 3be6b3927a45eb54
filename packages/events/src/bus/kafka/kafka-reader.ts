import { newId } from '@meadow/service'
import type { Kafka, KafkaMessage } from 'kafkajs'

/** From where to read, and before which offset to stop; without `until` it goes on. Names as Kafka knows them. */
export type Start = { topic: string; partition: number; offset: string; until?: string }
export type Found = { topic: string; partition: number; message: KafkaMessage }

/** What groups of readers are called: they keep no place, so nobody waits for them. */
export const READERS = 'meadow-reader-'

/**
 * Reads partitions from given places on, as nobody's consumer; ends when all have been read as far as asked, when `take`
 * answers false, or when `signal` is aborted. @throws when Kafka is lost
 */
export async function readLog(
  kafka: Kafka,
  { starts, take, signal }: { starts: readonly Start[]; take: (found: Found) => boolean; signal: AbortSignal },
): Promise<void> {
  if (starts.length === 0) return
  const groupId = `${READERS}${newId(new Date())}`
  const retry = { restartOnFailure: async () => false }
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 200, allowAutoTopicCreation: false, retry })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  ended.catch(() => {})
  const unread = new Map(starts.map((start) => [`${start.topic} ${start.partition}`, start]))
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error))
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { topic, partition, lastOffset } }) => {
    const start = unread.get(`${topic} ${partition}`)
    if (start?.until === undefined || BigInt(lastOffset) + 1n < BigInt(start.until)) return
    unread.delete(`${topic} ${partition}`)
    if (unread.size === 0) resolve()
  })
  signal.addEventListener('abort', () => resolve())
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...new Set(starts.map(({ topic }) => topic))] })
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { topic, partition, messages }, isStale }) => {
        const start = unread.get(`${topic} ${partition}`)
        if (!start || isStale()) return
        for (const message of messages) {
          if (BigInt(message.offset) < BigInt(start.offset)) continue
          if (signal.aborted || !take({ topic, partition, message })) return resolve()
        }
      },
    })
    for (const { topic, partition, offset } of starts) consumer.seek({ topic, partition, offset })
    await ended
  } finally {
    await consumer.disconnect().catch(() => {})
  }
}
