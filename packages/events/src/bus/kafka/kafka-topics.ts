import { TOPIC_PARTITIONS, TOPIC_REPLICATION_FACTOR, TOPIC_RETENTION_DAYS, TOPICS } from '@meadow/contracts'
import { sleep } from '@meadow/storage'
import type { Admin, ITopicConfig } from 'kafkajs'
import { replayTopic } from '../../operate/replayed.ts'
import { deadLetterTopic } from '../bus.ts'

const DAY_MS = 86_400_000
const SERVED_MS = 10_000
const BETWEEN_MS = 50

type Kept = { topic: string; partitions: number; days: number }

/** Every topic there is: those of the contracts, and beside each what died of it and what is replayed. */
const ALL: readonly Kept[] = TOPICS.flatMap((topic) => [
  { topic, partitions: TOPIC_PARTITIONS[topic], days: TOPIC_RETENTION_DAYS.events },
  { topic: deadLetterTopic(topic), partitions: 1, days: TOPIC_RETENTION_DAYS.deadLetters },
  { topic: replayTopic(topic), partitions: 1, days: TOPIC_RETENTION_DAYS.events },
])

/** The names of all topics. */
export const topicNames: readonly string[] = ALL.map(({ topic }) => topic)

/**
 * Makes the topics that are not there, and waits until all are served. Whoever keeps Kafka may have made them before, in
 * its own way.
 */
export async function ensureTopics(admin: Admin, prefix: string): Promise<void> {
  const there = new Set(await admin.listTopics())
  const missing = ALL.filter(({ topic }) => !there.has(prefix + topic))
  if (missing.length > 0) {
    const { brokers } = await admin.describeCluster()
    const replicas = Math.min(TOPIC_REPLICATION_FACTOR, brokers.length)
    const topics = missing.map((kept) => toConfig(kept, prefix, replicas))
    await admin.createTopics({ topics, waitForLeaders: false })
  }
  const until = Date.now() + SERVED_MS
  await Promise.all(ALL.map(({ topic }) => untilServed(admin, prefix + topic, until)))
}

/** A topic that was just made, by whomever, has no leader for some moments. */
async function untilServed(admin: Admin, topic: string, until: number): Promise<void> {
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic)
      return
    } catch (error) {
      if (Date.now() > until || (error as { type?: string }).type === undefined) throw error
    }
    await sleep(BETWEEN_MS, new AbortController().signal)
  }
}

const toConfig = ({ topic, partitions, days }: Kept, prefix: string, replicas: number): ITopicConfig => ({
  topic: prefix + topic,
  numPartitions: partitions,
  replicationFactor: replicas,
  configEntries: [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'retention.ms', value: String(days * DAY_MS) },
    { name: 'min.insync.replicas', value: String(Math.max(1, replicas - 1)) }, // one may be away, none of the acknowledged is lost
    { name: 'compression.type', value: 'uncompressed' }, // a foreign producer may compress by what our client cannot read
  ],
})
