import type { Logger } from '@meadow/service'
import { createKeyedQueue } from '@meadow/storage'
import kafkajs, { type Admin } from 'kafkajs'
import { createKafkaClient } from '../bus/kafka/kafka-client.ts'
import { type Place, placesOf } from '../bus/kafka/kafka-lag.ts'
import { READERS } from '../bus/kafka/kafka-reader.ts'
import { ensureTopics, topicNames } from '../bus/kafka/kafka-topics.ts'
import { readDead } from './kafka-dead.ts'
import { replayInKafka } from './kafka-replay.ts'
import { tailKafka } from './kafka-tail.ts'
import { readTimes, type TimeAt } from './kafka-times.ts'
import type { BusOperator, ConsumerLag } from './operator.ts'

/** Kafka, for whoever operates the bus in it. */
export async function openKafkaOperator(url: string, log: Logger): Promise<BusOperator> {
  const client = await createKafkaClient(url, log)
  const admin = client.kafka.admin()
  await admin.connect()
  await ensureTopics(admin, client.prefix).catch(async (error) => {
    await admin.disconnect()
    throw error
  })
  const inTurn = createKeyedQueue()
  const dead = (topic?: string) => readDead(client, admin, topic)

  return {
    deadLetters: dead,
    async lag() {
      const groups = await groupsOf(admin, client.prefix)
      const behind = await Promise.all(
        [...groups].map(async ([group, topics]) => {
          const places = await placesOf(admin, client.prefix + group, topics)
          return places.map((place) => ({ ...place, group }))
        }),
      )
      const times = await readTimes(client, behind.flat())
      const lags = behind.flat().map((place) => toLag(place, client.prefix, times))
      return lags.toSorted((a, b) => order(a.group, b.group) || order(a.topic, b.topic))
    },
    replay: (letters) => inTurn('replay', () => replayInKafka(client, letters, dead)),
    tail: (topics, signal) => tailKafka(client, admin, topics, signal),
    [Symbol.asyncDispose]: () => admin.disconnect(),
  }
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The groups of this installation, each with the topics that it has read or is about to read, as Kafka knows them. */
async function groupsOf(admin: Admin, prefix: string): Promise<Map<string, string[]>> {
  const ours = new Set(topicNames.map((topic) => prefix + topic))
  const ids = (await admin.listGroups()).groups
    .map(({ groupId }) => groupId)
    .filter((id) => id.startsWith(prefix) && !id.startsWith(prefix + READERS))
  if (ids.length === 0) return new Map()
  const { groups } = await admin.describeGroups(ids)
  const found = await Promise.all(
    groups.map(async ({ groupId, members }) => {
      const kept = (await admin.fetchOffsets({ groupId })).map(({ topic }) => topic)
      const read = members.flatMap(({ memberAssignment }) => assignedIn(memberAssignment))
      const topics = [...new Set([...kept, ...read])].filter((topic) => ours.has(topic))
      return [groupId.slice(prefix.length), topics] as const
    }),
  )
  return new Map(found)
}

function toLag(
  { group, topic, behind: lag, next }: Place & { group: string },
  prefix: string,
  timeAt: TimeAt,
): ConsumerLag {
  const consumerLag = { group, topic: topic.slice(prefix.length), lag }
  const times = next.map((place) => timeAt(topic, place)).filter((time) => time !== undefined)
  return times.length === 0 ? consumerLag : { ...consumerLag, oldest: new Date(Math.min(...times)) }
}

function assignedIn(assignment: Buffer): string[] {
  if (assignment.length === 0) return []
  return Object.keys(kafkajs.AssignerProtocol.MemberAssignment.decode(assignment)?.assignment ?? {})
}
