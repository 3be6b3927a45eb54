import { TOPICS } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import { createKeyedQueue } from '@meadow/storage'
import kafkajs, { type Admin } from 'kafkajs'
import { createKafkaClient } from '../bus/kafka/kafka-client.ts'
import { readTopicLags, type TopicLag } from '../bus/kafka/kafka-lag.ts'
import { READER_GROUP_PREFIX } from '../bus/kafka/kafka-partition-reader.ts'
import { createMissingTopics, TOPIC_NAMES } from '../bus/kafka/kafka-topics.ts'
import type { BusOperator, ConsumerLag } from './bus-operator.ts'
import { createKafkaDeadLetters } from './kafka-dead-letters.ts'
import { replayInKafka } from './kafka-replay.ts'
import { tailKafka } from './kafka-tail.ts'
import { type FindTimestamp, readTimestamps } from './kafka-timestamps.ts'

/** Opens the bus in Kafka for an operator. @throws if Kafka is unavailable */
export async function openKafkaOperator(url: string, log: Logger): Promise<BusOperator> {
  const client = await createKafkaClient(url, log)
  const admin = client.kafka.admin()
  await admin.connect()
  await createMissingTopics(admin, client).catch(async (error) => {
    await admin.disconnect()
    throw error
  })
  const enqueue = createKeyedQueue()
  const stored = createKafkaDeadLetters(client, admin)

  return {
    readDeadLetterPages: (topic) => stored.readPages(topic === undefined ? TOPICS : [topic]),
    async lag() {
      const groups = await listGroupTopics(admin, client.prefix)
      const groupLags = await Promise.all(
        [...groups].map(async ([group, topics]) => {
          const lags = await readTopicLags(admin, client.prefix + group, topics)
          return lags.map((lag) => ({ ...lag, group }))
        }),
      )
      const lags = groupLags.flat()
      const findTimestamp = await readTimestamps(client, lags)
      return lags
        .map((lag) => toConsumerLag(lag, client.prefix, findTimestamp))
        .toSorted((a, b) => compareStrings(a.group, b.group) || compareStrings(a.topic, b.topic))
    },
    replay: (deadLetters) => enqueue('replay', () => replayInKafka(client, stored, deadLetters)),
    tail: (topics, signal) => tailKafka(client, admin, topics, signal),
    [Symbol.asyncDispose]: () => admin.disconnect(),
  }
}

const compareStrings = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Lists the consumer groups of this installation, each with the topics that it has read or is assigned to. */
async function listGroupTopics(admin: Admin, prefix: string): Promise<Map<string, string[]>> {
  const ownTopics = new Set(TOPIC_NAMES.map((topic) => prefix + topic))
  const groupIds = (await admin.listGroups()).groups
    .map(({ groupId }) => groupId)
    .filter((id) => id.startsWith(prefix) && !id.startsWith(prefix + READER_GROUP_PREFIX))
  if (groupIds.length === 0) return new Map()
  const { groups } = await admin.describeGroups(groupIds)
  const entries = await Promise.all(
    groups.map(async ({ groupId, members }) => {
      const committed = (await admin.fetchOffsets({ groupId })).map(({ topic }) => topic)
      const assigned = members.flatMap(({ memberAssignment }) => getAssignedTopics(memberAssignment))
      const topics = [...new Set([...committed, ...assigned])].filter((topic) => ownTopics.has(topic))
      return [groupId.slice(prefix.length), topics] as const
    }),
  )
  return new Map(entries)
}

function toConsumerLag(
  { group, topic, lag, unread }: TopicLag & { group: string },
  prefix: string,
  findTimestamp: FindTimestamp,
): ConsumerLag {
  const consumerLag = { group, topic: topic.slice(prefix.length), lag }
  const timestamps = unread.map((range) => findTimestamp(topic, range)).filter((timestamp) => timestamp !== undefined)
  return timestamps.length === 0 ? consumerLag : { ...consumerLag, oldest: new Date(Math.min(...timestamps)) }
}

function getAssignedTopics(assignment: Buffer): string[] {
  if (assignment.length === 0) return []
  return Object.keys(kafkajs.AssignerProtocol.MemberAssignment.decode(assignment)?.assignment ?? {})
}
