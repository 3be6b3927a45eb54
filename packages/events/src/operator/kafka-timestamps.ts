import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import type { TopicLag } from '../bus/kafka/kafka-lag.ts'
import { type PartitionMessage, type PartitionRange, readPartitions } from '../bus/kafka/kafka-partition-reader.ts'

const READ_TIMEOUT_MS = 30_000

/** Returns the timestamp, in milliseconds, of the first message at or after an offset. */
export type FindTimestamp = (topic: string, at: { partition: number; offset: string }) => number | undefined

/** Reads the timestamps at the start of all unread ranges, by one consumer that seeks from offset to offset. */
export async function readTimestamps(client: KafkaClient, lags: readonly TopicLag[]): Promise<FindTimestamp> {
  const ranges = new Map<string, PartitionRange & { offsets: bigint[] }>()
  for (const { topic, unread } of lags)
    for (const { partition, offset, until } of unread) {
      const range = ranges.get(`${topic} ${partition}`) ?? { topic, partition, offset, until, offsets: [] }
      range.offsets.push(BigInt(offset))
      ranges.set(`${topic} ${partition}`, range)
    }
  for (const range of ranges.values()) {
    range.offsets = [...new Set(range.offsets)].toSorted((a, b) => (a < b ? -1 : 1))
    range.offset = String(range.offsets[0])
  }
  const timestamps = new Map<string, number>()

  const onMessage = ({ topic, partition, message }: PartitionMessage) => {
    const offsets = ranges.get(`${topic} ${partition}`)?.offsets ?? []
    const current = BigInt(message.offset)
    while (offsets[0] !== undefined && offsets[0] <= current)
      timestamps.set(`${topic} ${partition} ${offsets.shift()}`, Number(message.timestamp))
    if (offsets[0] === undefined) return 'stop' as const
    return offsets[0] === current + 1n ? ('continue' as const) : { seek: String(offsets[0]) }
  }
  await readPartitions(client, {
    ranges: [...ranges.values()],
    onMessage,
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
  })
  return (topic, { partition, offset }) => timestamps.get(`${topic} ${partition} ${offset}`)
}
