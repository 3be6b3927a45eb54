import { TOPICS } from '@meadow/contracts'
import type { Admin } from 'kafkajs'
import { deadLetterTopic } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { formatOffset } from '../bus/kafka/kafka-message.ts'
import { type PartitionMessage, type PartitionRange, readPartitions } from '../bus/kafka/kafka-partition-reader.ts'
import type { StoredDeadLetter } from './bus-operator.ts'

const READ_TIMEOUT_MS = 30_000

type TimedDeadLetter = StoredDeadLetter & { timestampMs: number }

/** Reads the dead letters of a topic, or of all topics, without those that were replayed, oldest first. */
export async function readKafkaDeadLetters(
  client: KafkaClient,
  admin: Admin,
  topic?: string,
): Promise<StoredDeadLetter[]> {
  const topics = topic === undefined ? TOPICS : [topic]
  const ranges = await Promise.all(topics.map((name) => getWholeTopic(admin, client.prefix + deadLetterTopic(name))))
  const found = new Map<string, TimedDeadLetter>()
  const onMessage = ({ topic: name, partition, message }: PartitionMessage) => {
    const { key, value, timestamp } = message
    const offset = formatOffset(partition, message)
    if (value === null) found.delete(`${name} ${key}`)
    else
      found.set(`${name} ${offset}`, {
        offset,
        deadLetter: JSON.parse(value.toString()),
        timestampMs: Number(timestamp),
      })
    return 'continue' as const
  }
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  await readPartitions(client, { ranges: ranges.flat(), onMessage, signal })
  if (signal.aborted) throw new Error('The dead letters could not be read in time')
  return [...found.values()]
    .toSorted((a, b) => a.timestampMs - b.timestampMs)
    .map(({ offset, deadLetter }) => ({ offset, deadLetter }))
}

async function getWholeTopic(admin: Admin, topic: string): Promise<PartitionRange[]> {
  return (await admin.fetchTopicOffsets(topic))
    .filter(({ low, high }) => low !== high)
    .map(({ partition, low, high }) => ({ topic, partition, offset: low, until: high }))
}
