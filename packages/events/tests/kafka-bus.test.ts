import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createMetrics, newId } from '@meadow/service'
import { isTransientError } from '@meadow/storage'
import { eventually, testLog } from '@meadow/testing'
import { requestTestEngine } from '@meadow/testing/engines'
import { openTestDatabase } from '@meadow/testing/postgres'
import kafkajs from 'kafkajs'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'
import { openKafkaBus } from '../src/bus/kafka/kafka-bus.ts'
import {
  type Bus,
  createConsumer,
  createEvent,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryMigrations,
  onEvent,
} from '../src/index.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'
import { readDeadLetters } from '../src/testing/index.ts'
import {
  createMemberEvent,
  createMemberEvents,
  createTestDeadLetter,
  noon,
  publishDeadLetters,
  subscribeAndCollect,
} from './fixtures.ts'
import { openRetryingBus, withOwnPrefix } from './test-buses.ts'

const open = (url: string) => openRetryingBus(url)

/** Connects to Kafka without the bus. */
async function openForeignClient(url: string) {
  const { prefix, topicSettings: _, ...address } = readKafkaAddress(url)
  const kafka = new kafkajs.Kafka({ ...address, logLevel: kafkajs.logLevel.NOTHING })
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner
  const [admin, producer] = [kafka.admin(), kafka.producer({ createPartitioner })]
  await Promise.all([admin.connect(), producer.connect()])
  return {
    admin,
    prefix,
    produce: (...values: (string | Buffer | null)[]) =>
      producer.send({ topic: `${prefix}members`, messages: values.map((value) => ({ value })) }),
    [Symbol.asyncDispose]: async () => void (await Promise.all([admin.disconnect(), producer.disconnect()])),
  }
}

const engine = await requestTestEngine('kafka')
const sharedUrl = 'url' in engine ? engine.url : ''
const describeOnKafka = 'url' in engine ? describe : describe.skip

/** Creates an event of one of many posts; `rev` is its order. */
const createEventOf = (subject: string, rev: number) => {
  const data = { authorId: subject, rev }
  return createEvent(events.postDeleted, { source: 'posts', subject, id: newId(noon), time: noon, data })
}

describeOnKafka(`the bus in Kafka on ${'url' in engine ? engine.what : 'none'}`, () => {
  it('creates its topics by the contracts, once although several processes start', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using one = await open(url)
    await using two = await open(url)
    await Promise.all([one.publish([createMemberEvent(1)]), two.publish([createMemberEvent(2)])])
    await using operator = await openBusOperator(url, { log: testLog })
    expect(await readDeadLetters(operator)).toEqual([])
    await using foreign = await openForeignClient(url)
    const { topics } = await foreign.admin.fetchTopicMetadata()
    const sizes = topics.filter(({ name }) => name.startsWith(foreign.prefix))
    const parts = Object.fromEntries(sizes.map(({ name, partitions }) => [name, partitions.length]))
    expect(parts).toMatchObject({ [`${foreign.prefix}members`]: 1, [`${foreign.prefix}posts`]: 6 })
    expect(Object.keys(parts)).toHaveLength(15)
    const settingsOf = async (topic: string) => {
      const { resources } = await foreign.admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: foreign.prefix + topic }],
      })
      return Object.fromEntries(
        (resources[0]?.configEntries ?? []).map(({ configName, configValue }) => [configName, configValue]),
      )
    }
    expect(await settingsOf('posts')).toMatchObject({ 'cleanup.policy': 'delete', 'retention.ms': '604800000' })
    expect(await settingsOf('members.replay')).toMatchObject({ 'min.insync.replicas': '1' })
    expect(await settingsOf('posts.dead')).toMatchObject({ 'retention.ms': '2592000000' })
  })

  it('creates topics with the partitions that its URL names', async () => {
    const url = `${withOwnPrefix(sharedUrl)}&partitions=posts:2`
    await using bus = await open(url)
    await bus.publish([createMemberEvent(1)])
    await using foreign = await openForeignClient(url)
    const countPartitions = async (topic: string) =>
      (await foreign.admin.fetchTopicOffsets(foreign.prefix + topic)).length
    expect(await Promise.all(['posts', 'posts.dead', 'messages'].map(countPartitions))).toEqual([2, 1, 6])
  })

  it('ends the process if existing topics are weaker than its URL demands', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using bus = await open(url)
    await bus.publish([createMemberEvent(1)])
    const { promise: failure, resolve: onClientBroken } = Promise.withResolvers<Error>()
    const strictUrl = url.replace('replicationFactor=1', 'replicationFactor=3')
    await using strict = await openKafkaBus(strictUrl, { log: testLog, onClientBroken })
    await using received = await subscribeAndCollect(strict, 'group')
    const { message } = await failure
    expect(message).toMatch(/^The Kafka topic test-[\w.-]+ has a replication factor of 1 instead of 3 and /)
    expect(message).toMatch(/ and min.insync.replicas of 1 instead of 2, and 14 more topics are too weak: /)
    await expect(strict.publish([createMemberEvent(2)])).rejects.toThrow('too weak')
    expect(received.ids).toEqual([])
  })

  it('creates no topics that the brokers cannot replicate', async () => {
    const url = withOwnPrefix(sharedUrl).replace('replicationFactor=1', 'replicationFactor=3')
    const failures: Error[] = []
    await using bus = await openKafkaBus(url, { log: testLog, onClientBroken: (error) => failures.push(error) })
    await expect(bus.publish([createMemberEvent(1)])).rejects.toThrow('too few brokers')
    expect(failures[0]?.message).toMatch(/^Kafka has too few brokers for topics with a replication factor of 3: /)
    await using foreign = await openForeignClient(url)
    expect((await foreign.admin.listTopics()).filter((topic) => topic.startsWith(foreign.prefix))).toEqual([])
  })

  it('shares a topic among the subscriptions of a group, keeps each subject in order, and continues when one ends', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using bus = await open(url)
    await using another = await open(url)
    const subjects = [...Array(20).keys()].map(() => newId(noon))
    const round = (rev: number) => subjects.map((subject) => createEventOf(subject, rev))
    const received: { by: number; id: string; subject: string; rev: number }[] = []
    const join = (member: Bus, by: number) =>
      member.subscribe({
        group: 'group',
        topics: ['posts'],
        async handle(batch) {
          for (const { event } of batch as readonly { event: ReturnType<typeof createEventOf> }[])
            received.push({ by, id: event.id, subject: event.subject, rev: event.data.rev })
        },
      })
    const first = await join(bus, 1)
    await using _second = await join(another, 2)
    let rev = 0
    await eventually(async () => {
      rev += 1
      await bus.publish(round(rev))
      expect(new Set(received.map(({ by }) => by))).toEqual(new Set([1, 2])) // both consumers have partitions
    })
    await first[Symbol.asyncDispose]()
    rev += 1
    await bus.publish(round(rev))
    await eventually(() => expect(new Set(received.map(({ id }) => id)).size).toBe(rev * subjects.length))
    for (const subject of subjects) {
      const revs = new Set(received.filter((one) => one.subject === subject).map((one) => one.rev))
      expect([...revs]).toEqual([...Array(rev).keys()].map((n) => n + 1)) // a repeat counts at its first delivery
    }
  })

  it('gives partitions to another subscription even while events cannot be handled', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using bus = await open(url)
    await using another = await open(url)
    const tried = Promise.withResolvers<void>()
    const rejectBatch = async () => {
      tried.resolve()
      throw new Error('the store is unavailable')
    }
    await using _stuck = await bus.subscribe({ group: 'group', topics: ['posts'], handle: rejectBatch })
    const all = [...Array(60).keys()].map((n) => createEventOf(newId(noon), n + 1))
    await bus.publish(all)
    await tried.promise
    await using healthy = await subscribeAndCollect(another, 'group', ['posts'])
    await eventually(() => expect(healthy.ids.length).toBeGreaterThan(0))
  })

  it('continues after messages that cannot be handled', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using database = await openTestDatabase(eventDeliveryMigrations)
    await using bus = await open(url)
    await using operator = await openBusOperator(url, { log: testLog })
    const steps: number[] = []
    const handler = onEvent(events.memberDeactivated, async ({ data }) => void steps.push(data.accountVersion))
    const store = createPostgresConsumerStore(database.pool, () => ({}))
    const one = createConsumer({
      name: 'effects',
      bus,
      store,
      handlers: [handler],
      log: testLog,
      now: () => new Date(),
    })
    await bus.publish([createMemberEvent(1)])
    await using foreign = await openForeignClient(url)
    await foreign.produce(
      'no { JSON',
      null,
      Buffer.from([0xff, 0xfe, 0]),
      '"a word"',
      JSON.stringify({ ...createMemberEvent(2), id: 7 }),
    )
    await foreign.produce(
      JSON.stringify({ ...createMemberEvent(3), extra: 'x'.repeat(950_000), data: { accountVersion: 'three' } }),
    )
    await bus.publish([createMemberEvent(4)])
    const relay = createOutboxRelay({ outbox: createPostgresOutbox(database.pool), bus, log: testLog })
    await relay.start()
    await one.start()
    await eventually(() => expect(steps).toEqual([1, 4]))
    const deadLetters = await eventually(async () => {
      const found = await readDeadLetters(operator, 'members')
      expect(found.map(({ deadLetter }) => deadLetter.offset)).toEqual(['0:1', '0:2', '0:3', '0:4', '0:5', '0:6'])
      return found
    })
    expect(deadLetters.map(({ deadLetter }) => deadLetter.event).slice(0, 2)).toEqual(['no { JSON', null])
    expect(deadLetters.at(-1)?.deadLetter.cause).toMatch(/the event is too large/)
    await one.stop()
    await relay.stop()
  })

  it('publishes more than the size limit of one request', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using bus = await open(url)
    const long = createMemberEvents(200).map((event) => ({ ...event, source: 'auth'.repeat(2_000) }))
    await bus.publish(long)
    await using received = await subscribeAndCollect(bus, 'group')
    await eventually(() => expect(received.ids).toEqual(long.map(({ id }) => id)))
  })

  it('replays a dead letter once although two operators replay it concurrently', async () => {
    const url = withOwnPrefix(sharedUrl)
    await using bus = await open(url)
    await using one = await openBusOperator(url, { log: testLog })
    await using two = await openBusOperator(url, { log: testLog })
    const published = ['0:1', '0:2', '0:3'].map((offset) => createTestDeadLetter({ topic: 'posts', offset }))
    await publishDeadLetters(bus, ...published)
    const deadLetters = await readDeadLetters(one)
    const counts = await Promise.all([one.replay(deadLetters), two.replay(deadLetters)])
    expect(counts.toSorted()).toEqual([0, 3])
    expect(await readDeadLetters(two)).toEqual([])
    await using replayed = await subscribeAndCollect(bus, 'group', ['posts.replay'])
    await eventually(() => expect(replayed.ids).toHaveLength(3))
    const lagOf = async () => (await one.lag()).find(({ group }) => group === 'group')
    await eventually(async () => expect(await lagOf()).toEqual({ group: 'group', topic: 'posts.replay', lag: 0 }))
    expect(new Set(replayed.ids).size).toBe(3)
  })

  it('reports the lag of the groups of this process', async () => {
    await using bus = await open(withOwnPrefix(sharedUrl))
    const metrics = createMetrics()
    bus.registerMetrics?.(metrics)
    const mayGoOn = Promise.withResolvers<void>()
    const handle = () => mayGoOn.promise
    await bus.publish(createMemberEvents(3))
    await using _ = await bus.subscribe({ group: 'slow', topics: ['members'], handle })
    const lag = (count: number) => `consumer_lag_events{group="slow",topic="members"} ${count}\n`
    await eventually(async () => expect(await metrics.render()).toContain(lag(3)))
    mayGoOn.resolve()
    await eventually(async () => expect(await metrics.render()).toContain(lag(0)))
  })
})

describe('an unavailable Kafka', () => {
  it('rejects with a transient error, and allows to subscribe meanwhile', async () => {
    await using bus = await open('kafka://127.0.0.1:1')
    await using _ = await bus.subscribe({ group: 'group', topics: ['members'], handle: async () => {} })
    await expect(bus.ping().catch(isTransientError)).resolves.toBe(true)
    await expect(bus.publish([createMemberEvent(1)]).catch(isTransientError)).resolves.toBe(true)
    await expect(openBusOperator('kafka://127.0.0.1:1', { log: testLog })).rejects.toThrow(/ECONNREFUSED/)
  })
})
