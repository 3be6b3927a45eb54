import { TOPIC_PARTITIONS, TOPIC_RETENTION_DAYS, TOPICS } from '@meadow/contracts'
import { sleep } from '@meadow/storage'
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs'
import { replayTopic } from '../../operator/replay.ts'
import { deadLetterTopic } from '../bus.ts'
import type { KafkaClient } from './kafka-client.ts'
import { assertTopicsMeetSettings, type FoundTopic, TopicSettingsError } from './kafka-topic-settings.ts'

const DAY_MS = 86_400_000
const LEADER_TIMEOUT_MS = 10_000
const LEADER_POLL_INTERVAL_MS = 50

type TopicDefinition = { topic: string; partitions: number; retentionDays: number }

/** Lists all topics: those of the contracts, each with a topic of dead letters and a topic of replayed events. */
const listTopicDefinitions = (partitions: KafkaClient['topicSettings']['partitions']): TopicDefinition[] =>
  TOPICS.flatMap((topic) => [
    { topic, partitions: partitions[topic], retentionDays: TOPIC_RETENTION_DAYS.events },
    { topic: deadLetterTopic(topic), partitions: 1, retentionDays: TOPIC_RETENTION_DAYS.deadLetters },
    { topic: replayTopic(topic), partitions: 1, retentionDays: TOPIC_RETENTION_DAYS.events },
  ])

/** The names of all topics, without the prefix. */
export const TOPIC_NAMES: readonly string[] = listTopicDefinitions(TOPIC_PARTITIONS).map(({ topic }) => topic)

/**
 * Creates missing topics, waits until all topics have a leader, and compares their replication with the settings.
 * @throws TopicSettingsError if a topic is weaker than the settings, or cannot be created with them
 */
export async function ensureTopics(admin: Admin, client: Omit<KafkaClient, 'kafka'>): Promise<void> {
  await createMissingTopics(admin, client)
  assertTopicsMeetSettings(await readTopics(admin, client.prefix), client.topicSettings)
}

/** Creates missing topics, and waits until all topics have a leader. Existing topics keep their settings. */
export async function createMissingTopics(
  admin: Admin,
  { prefix, topicSettings }: Omit<KafkaClient, 'kafka'>,
): Promise<void> {
  const existing = new Set(await admin.listTopics())
  const missing = listTopicDefinitions(topicSettings.partitions).filter(({ topic }) => !existing.has(prefix + topic))
  if (missing.length > 0) {
    const topics = missing.map((definition) => toTopicConfig(definition, prefix, topicSettings))
    await admin.createTopics({ topics, waitForLeaders: false }).catch((error) => {
      throw isReplicationImpossible(error) ? createTooFewBrokersError(topicSettings.replicationFactor) : error
    })
  }
  await Promise.all(TOPIC_NAMES.map((topic) => waitForLeaders(admin, prefix + topic)))
}

const isReplicationImpossible = (error: unknown) =>
  error instanceof kafkajs.KafkaJSAggregateError &&
  error.errors.some((one) => (one as { type?: string }).type === 'INVALID_REPLICATION_FACTOR')

const createTooFewBrokersError = (replicationFactor: number) =>
  new TopicSettingsError(
    `Kafka has too few brokers for topics with a replication factor of ${replicationFactor}: add brokers, or set replicationFactor in BUS_URL`,
  )

/** Reads the replication of all topics. */
async function readTopics(admin: Admin, prefix: string): Promise<FoundTopic[]> {
  const names = TOPIC_NAMES.map((topic) => prefix + topic)
  const { TOPIC: type } = kafkajs.ConfigResourceTypes
  const [{ topics }, { resources }] = await Promise.all([
    readTopicMetadata(admin, names),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type, name, configNames: ['min.insync.replicas'] })),
    }),
  ])
  const minInsyncReplicas = new Map(
    resources.map(({ resourceName, configEntries }) => [resourceName, Number(configEntries[0]?.configValue)]),
  )
  return topics.map(({ name, partitions }) => ({
    topic: name,
    replicationFactor: Math.min(...partitions.map(({ replicas }) => replicas.length)),
    minInsyncReplicas: minInsyncReplicas.get(name) ?? 0,
  }))
}

/** Reads the partitions of topics. @throws an error that means an outage if no broker responds, instead of kafkajs' TypeError */
async function readTopicMetadata(admin: Admin, topics: string[]) {
  try {
    return await admin.fetchTopicMetadata({ topics })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw Object.assign(new Error('no broker responded with metadata', { cause: error }), { retriable: true })
  }
}

/** Waits at most 10 s until each partition has a leader: a partition that was just created has none for a moment. */
export async function waitForLeaders(admin: Admin, topic: string): Promise<void> {
  const deadline = Date.now() + LEADER_TIMEOUT_MS
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
  { topic, partitions, retentionDays }: TopicDefinition,
  prefix: string,
  { replicationFactor, minInsyncReplicas }: KafkaClient['topicSettings'],
): ITopicConfig => ({
  topic: prefix + topic,
  numPartitions: partitions,
  replicationFactor,
  configEntries: [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'retention.ms', value: String(retentionDays * DAY_MS) },
    { name: 'min.insync.replicas', value: String(minInsyncReplicas) },
    { name: 'compression.type', value: 'uncompressed' }, // kafkajs cannot read every compression of other producers
  ],
})
