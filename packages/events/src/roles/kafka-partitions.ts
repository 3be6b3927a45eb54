import { TOPICS, type Topic } from '@meadow/contracts'
import type { Admin } from 'kafkajs'
import type { KafkaClient } from '../bus/kafka/kafka-client.ts'
import { readTopicLags } from '../bus/kafka/kafka-lag.ts'
import { TopicSettingsError } from '../bus/kafka/kafka-topic-settings.ts'
import { waitForLeaders } from '../bus/kafka/kafka-topics.ts'
import { CONSUMED_TOPICS } from './consumed-topics.ts'

/**
 * Adds partitions to topics that have fewer than configured. Subjects change their partition then, so it requires that the
 * services have stopped and have handled all events of the topic. It never removes partitions.
 * @throws TopicSettingsError if a service runs, or has unhandled events
 */
export async function addPartitions(
  admin: Admin,
  { prefix, topicSettings }: Omit<KafkaClient, 'kafka'>,
): Promise<void> {
  for (const topic of TOPICS) {
    const count = topicSettings.partitions[topic]
    const partitions = await admin.fetchTopicOffsets(prefix + topic)
    if (partitions.length >= count) continue
    await assertTopicIsDrained(admin, prefix, topic)
    await admin.createPartitions({ topicPartitions: [{ topic: prefix + topic, count }] })
    await waitForLeaders(admin, prefix + topic)
  }
}

async function assertTopicIsDrained(admin: Admin, prefix: string, topic: Topic): Promise<void> {
  const consumed: [string, readonly Topic[]][] = Object.entries(CONSUMED_TOPICS)
  const advice = `so partitions cannot be added to the topic ${topic}: first let the lag reach 0, then stop all services`
  for (const [service, topics] of consumed) {
    const { groups } = await admin.describeGroups([prefix + service])
    if (groups.some(({ members }) => members.length > 0))
      throw new TopicSettingsError(`The service ${service} is running, ${advice}`)
    const lags = topics.includes(topic) ? await readTopicLags(admin, prefix + service, [prefix + topic]) : []
    const unhandled = lags.reduce((sum, { lag }) => sum + lag, 0)
    if (unhandled > 0)
      throw new TopicSettingsError(`The service ${service} has unhandled events (${unhandled}), ${advice}`)
  }
}
