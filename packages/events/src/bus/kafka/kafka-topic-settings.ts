import { TOPIC_PARTITIONS, TOPIC_REPLICATION_FACTOR, TOPICS, type Topic } from '@meadow/contracts'

/** The settings that an installation demands of its topics. `partitions` are those of the topics of the contracts. */
export type TopicSettings = {
  replicationFactor: number
  minInsyncReplicas: number
  partitions: Readonly<Record<Topic, number>>
}

/** The settings of a topic that exists in Kafka. */
export type FoundTopic = Omit<TopicSettings, 'partitions'> & { topic: string }

/** Thrown if the topics are weaker than the Kafka address demands, or cannot be as it demands. */
export class TopicSettingsError extends Error {
  override name = 'TopicSettingsError'
}

/** The parameters of a Kafka address that `readTopicSettings` reads. */
export const TOPIC_SETTING_PARAMETERS = ['replicationFactor', 'minInsyncReplicas', 'partitions'] as const

/**
 * Reads `replicationFactor=3&minInsyncReplicas=2&partitions=posts:12,messages:24`. The default of `minInsyncReplicas` allows
 * one replica to be unavailable. @throws Error if a value is invalid
 */
export function readTopicSettings(parameters: URLSearchParams): TopicSettings {
  const readCount = (name: string, byDefault: number) =>
    parsePositiveInteger(parameters.get(name) ?? String(byDefault), name)
  const replicationFactor = readCount('replicationFactor', TOPIC_REPLICATION_FACTOR)
  const minInsyncReplicas = readCount('minInsyncReplicas', Math.max(1, replicationFactor - 1))
  if (minInsyncReplicas > replicationFactor)
    throw new Error(
      `The Kafka address has minInsyncReplicas=${minInsyncReplicas}, which is more than replicationFactor=${replicationFactor}`,
    )
  return { replicationFactor, minInsyncReplicas, partitions: readPartitions(parameters.get('partitions')) }
}

function readPartitions(list: string | null): Record<Topic, number> {
  const partitions = { ...TOPIC_PARTITIONS }
  for (const entry of list?.split(',') ?? []) {
    const [name = '', count = ''] = entry.split(':')
    const topic = TOPICS.find((one) => one === name)
    if (!topic) throw new Error(`The Kafka address has partitions of an unknown topic '${name}'`)
    if (topic === 'members' && count !== '1')
      throw new Error('The topic members always has one partition, which keeps snapshots in order')
    partitions[topic] = parsePositiveInteger(count, `partitions=${topic}`)
  }
  return partitions
}

function parsePositiveInteger(text: string, name: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error(`The Kafka address needs a positive number for ${name}, not '${text}'`)
  return Number(text)
}

/**
 * Compares the topics that exist with the settings. Stronger topics are accepted.
 * @throws TopicSettingsError that names the first topic that is weaker
 */
export function assertTopicsMeetSettings(
  topics: readonly FoundTopic[],
  settings: Omit<TopicSettings, 'partitions'>,
): void {
  const weak = topics.flatMap((found) => {
    const differences = [
      ...describeDifference('a replication factor', found.replicationFactor, settings.replicationFactor),
      ...describeDifference('min.insync.replicas', found.minInsyncReplicas, settings.minInsyncReplicas),
    ]
    return differences.length > 0 ? [`The Kafka topic ${found.topic} has ${differences.join(' and ')}`] : []
  })
  if (weak.length === 0) return
  const others =
    weak.length === 1 ? '' : `, and ${weak.length - 1} more ${weak.length === 2 ? 'topic is' : 'topics are'} too weak`
  throw new TopicSettingsError(`${weak[0]}${others}: change the topics, or the settings in BUS_URL`)
}

const describeDifference = (name: string, found: number, wanted: number): string[] =>
  found < wanted ? [`${name} of ${found} instead of ${wanted}`] : []
