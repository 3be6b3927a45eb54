import { TOPICS } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import kafkajs, { type Admin } from 'kafkajs'
import { deadTopic } from '../bus/bus.ts'
import { createKafkaClient, type KafkaClient } from '../bus/kafka/kafka-client.ts'
import { positionOf } from '../bus/kafka/kafka-delivery.ts'
import { type Place, placesOf } from '../bus/kafka/kafka-lag.ts'
import { type Found, READERS, readLog, type Start } from '../bus/kafka/kafka-reader.ts'
import { ensureTopics, topicNames } from '../bus/kafka/kafka-topics.ts'
import { createTurns } from '../bus/kafka/turns.ts'
import { replayInKafka } from './kafka-replay.ts'
import { tailKafka } from './kafka-tail.ts'
import type { BusOperator, KeptLetter, Lag } from './operator.ts'

const READ_MS = 30_000

/** Kafka, for whoever operates the bus in it. */
export async function openKafkaOperator(url: string, log: Logger): Promise<BusOperator> {
  const client = await createKafkaClient(url, log)
  const admin = client.kafka.admin()
  await admin.connect()
  await ensureTopics(admin, client.prefix).catch(async (error) => {
    await admin.disconnect()
    throw error
  })
  const inTurn = createTurns()
  const dead = (topic?: string) => readDead(client, admin, topic)

  return {
    deadLetters: dead,
    async lag() {
      const groups = await groupsOf(admin, client.prefix)
      const lags = await Promise.all(
        [...groups].map(async ([group, topics]) => {
          const places = await placesOf(admin, client.prefix + group, topics)
          return Promise.all(places.map((place) => toLag(client, group, place)))
        }),
      )
      return lags.flat().toSorted((a, b) => order(a.group, b.group) || order(a.topic, b.topic))
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
    .filter((id) => id.startsWith(prefix) && !id.startsWith(READERS))
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

async function toLag(client: KafkaClient, group: string, { topic, behind, next }: Place): Promise<Lag> {
  const lag = { group, topic: withoutPrefix(client, topic), behind }
  const oldest = await readOldest(client, topic, next)
  return oldest === undefined ? lag : { ...lag, oldest: new Date(oldest) }
}

/** When the first of what waits was put there. */
async function readOldest({ kafka }: KafkaClient, topic: string, next: Place['next']): Promise<number | undefined> {
  const firsts = new Map<number, number>()
  const take = ({ partition, message }: Found) => {
    if (!firsts.has(partition)) firsts.set(partition, Number(message.timestamp))
    return firsts.size < next.length
  }
  const starts = next.map((place) => ({ topic, ...place }))
  await readLog(kafka, { starts, take, signal: AbortSignal.timeout(READ_MS) })
  return firsts.size === 0 ? undefined : Math.min(...firsts.values())
}

type Kept = KeptLetter & { at: number }

/** What lies among the dead and was not taken off again, by the time at which it died. */
async function readDead({ kafka, prefix }: KafkaClient, admin: Admin, topic?: string): Promise<KeptLetter[]> {
  const topics = topic === undefined ? TOPICS : [topic]
  const starts = await Promise.all(topics.map((one) => wholeOf(admin, prefix + deadTopic(one))))
  const kept = new Map<string, Kept>()
  const take = ({ topic: name, partition, message }: Found) => {
    const { key, value, timestamp } = message
    const place = positionOf(partition, message)
    if (value === null) kept.delete(`${name} ${key}`)
    else kept.set(`${name} ${place}`, { place, letter: JSON.parse(value.toString()), at: Number(timestamp) })
    return true
  }
  const signal = AbortSignal.timeout(READ_MS)
  await readLog(kafka, { starts: starts.flat(), take, signal })
  if (signal.aborted) throw new Error('The dead letters could not be read in time')
  return [...kept.values()].toSorted((a, b) => a.at - b.at).map(({ place, letter }) => ({ place, letter }))
}

async function wholeOf(admin: Admin, topic: string): Promise<Start[]> {
  return (await admin.fetchTopicOffsets(topic))
    .filter(({ low, high }) => low !== high)
    .map(({ partition, low, high }) => ({ topic, partition, offset: low, until: high }))
}

function assignedIn(assignment: Buffer): string[] {
  if (assignment.length === 0) return []
  return Object.keys(kafkajs.AssignerProtocol.MemberAssignment.decode(assignment)?.assignment ?? {})
}

const withoutPrefix = ({ prefix }: KafkaClient, name: string) => name.slice(prefix.length)
