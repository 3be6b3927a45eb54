import { TOPICS } from '@meadow/contracts'
import type { Admin } from 'kafkajs'
import { deadLetterTopic } from '../bus/bus.ts'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { positionOf } from '../bus/kafka/kafka-delivery.ts'
import { type Found, readLog, type Start } from '../bus/kafka/kafka-reader.ts'
import type { StoredDeadLetter } from './operator.ts'

const READ_MS = 30_000

type Kept = StoredDeadLetter & { at: number }

/** What lies among the dead and was not taken off again, by the time at which it died. */
export async function readDead(client: KafkaClient, admin: Admin, topic?: string): Promise<StoredDeadLetter[]> {
  const topics = topic === undefined ? TOPICS : [topic]
  const starts = await Promise.all(topics.map((one) => wholeOf(admin, client.prefix + deadLetterTopic(one))))
  const kept = new Map<string, Kept>()
  const take = ({ topic: name, partition, message }: Found) => {
    const { key, value, timestamp } = message
    const place = positionOf(partition, message)
    if (value === null) kept.delete(`${name} ${key}`)
    else
      kept.set(`${name} ${place}`, { offset: place, deadLetter: JSON.parse(value.toString()), at: Number(timestamp) })
    return 'more' as const
  }
  const signal = AbortSignal.timeout(READ_MS)
  await readLog(client, { starts: starts.flat(), take, signal })
  if (signal.aborted) throw new Error('The dead letters could not be read in time')
  return [...kept.values()].toSorted((a, b) => a.at - b.at).map(({ offset, deadLetter }) => ({ offset, deadLetter }))
}

async function wholeOf(admin: Admin, topic: string): Promise<Start[]> {
  return (await admin.fetchTopicOffsets(topic))
    .filter(({ low, high }) => low !== high)
    .map(({ partition, low, high }) => ({ topic, partition, offset: low, until: high }))
}
