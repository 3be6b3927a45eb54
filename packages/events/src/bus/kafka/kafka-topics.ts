import { TOPIC_PARTITIONS, TOPIC_REPLICATION_FACTOR, TOPIC_RETENTION_DAYS, TOPICS } from '@meadow/contracts'
import { sleep } from '@meadow/storage'
import type { Admin, ITopicConfig } from 'kafkajs'
import { replayTopic } from '../../operator/replay.ts'
import { deadLetterTopic } from '../bus.ts'

const DAY_MS = 86_400_000
const LEADER_TIMEOUT_MS = 10_000
const LEADER_POLL_INTERVAL_MS = 50

type TopicSettings = { topic: string; partitions: number; retentionDays: number }

/** All topics: those of the contracts, each with a topic of dead letters and a topic of replayed events. */
const TOPIC_SETTINGS: readonly TopicSettings[] = TOPICS.flatMap((topic) => [
  { topic, partitions: TOPIC_PARTITIONS[topic], retentionDays: TOPIC_RETENTION_DAYS.events },
  { topic: deadLetterTopic(topic), partitions: 1, retentionDays: TOPIC_RETENTION_DAYS.deadLetters },
  { topic: replayTopic(topic), partitions: 1, retentionDays: TOPIC_RETENTION_DAYS.events },
])

/** The names of all topics, without the prefix. */
export const TOPIC_NAMES: readonly string[] = TOPIC_SETTINGS.map(({ topic }) => topic)

/** Creates missing topics, and waits until all topics have a leader. Existing topics keep their settings. */
export async function ensureTopics(admin: Admin, prefix: string): Promise<void> {
  const existing = new Set(await admin.listTopics())
  const missing = TOPIC_SETTINGS.filter(({ topic }) => !existing.has(prefix + topic))
  if (missing.length > 0) {
    const { brokers } = await admin.describeCluster()
    const replicationFactor = Math.min(TOPIC_REPLICATION_FACTOR, brokers.length)
    const topics = missing.map((settings) => toTopicConfig(settings, prefix, replicationFactor))
    await admin.createTopics({ topics, waitForLeaders: false })
  }
  const deadline = Date.now() + LEADER_TIMEOUT_MS
  await Promise.all(TOPIC_SETTINGS.map(({ topic }) => waitForLeader(admin, prefix + topic, deadline)))
}

/** Waits until a topic has a leader: a topic that was just created has none for a moment. */
async function waitForLeader(admin: Admin, topic: string, deadline: number): Promise<void> {
  for (;;) {
    try {
      await admin.fetchTopicOffsets(topic)
      return
    } catch (error) {
      if (Date.now() > deadline || (error as { type?: string }).type === undefined) throw error
    }
    await sleep(LEADER_POLL_INTERVAL_MS, new AbortController().signal)
  }
}

const toTopicConfig = (
  { topic, partitions, retentionDays }: TopicSettings,
  prefix: string,
  replicationFactor: number,
): ITopicConfig => ({
  topic: prefix + topic,
  numPartitions: partitions,
  replicationFactor,
  configEntries: [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'retention.ms', value: String(retentionDays * DAY_MS) },
    { name: 'min.insync.replicas', value: String(Math.max(1, replicationFactor - 1)) }, // one replica may be unavailable
    { name: 'compression.type', value: 'uncompressed' }, // kafkajs cannot read every compression of other producers
  ],
})
