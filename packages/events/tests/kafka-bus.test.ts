import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createMetrics, newId } from '@meadow/service'
import { isTransientError } from '@meadow/storage'
import { eventually, testLog } from '@meadow/testing'
import { requestTestEngine } from '@meadow/testing/engines'
import { openTestDatabase } from '@meadow/testing/postgres'
import kafkajs from 'kafkajs'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'
import {
  type Bus,
  createConsumer,
  createEvent,
  createPostgresConsumerStore,
  eventDeliveryMigrations,
  onEvent,
  openBus,
} from '../src/index.ts'
import { openBusOperator } from '../src/operate/open-operator.ts'
import { ownPartOf } from './buses.ts'
import { change, changes, hear, noon } from './given.ts'

const open = (url: string) => openBus(url, { log: testLog })

/** Somebody who uses Kafka without our bus. */
async function stranger(url: string) {
  const { prefix, ...address } = await readKafkaAddress(url)
  const kafka = new kafkajs.Kafka({ ...address, logLevel: kafkajs.logLevel.NOTHING })
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner
  const [admin, producer] = [kafka.admin(), kafka.producer({ createPartitioner })]
  await Promise.all([admin.connect(), producer.connect()])
  return {
    admin,
    prefix,
    say: (...values: (string | Buffer | null)[]) =>
      producer.send({ topic: `${prefix}members`, messages: values.map((value) => ({ value })) }),
    [Symbol.asyncDispose]: async () => void (await Promise.all([admin.disconnect(), producer.disconnect()])),
  }
}

const found = await requestTestEngine('kafka')
const shared = 'url' in found ? found.url : ''
const onKafka = 'url' in found ? describe : describe.skip

/** Something that happened to one of many posts; `rev` tells the order. */
const deletionOf = (subject: string, rev: number) => {
  const said = { source: 'posts', subject, id: newId(noon), time: noon, data: { authorId: subject, rev } }
  return createEvent(events.postDeleted, said)
}

onKafka(`the bus in Kafka on ${'url' in found ? found.what : 'none'}`, () => {
  it('makes its topics as the contracts say, once however many begin', async () => {
    const url = ownPartOf(shared)
    await using one = await open(url)
    await using two = await open(url)
    await Promise.all([one.publish([change(1)]), two.publish([change(2)])])
    await using operator = await openBusOperator(url, { log: testLog })
    expect(await operator.deadLetters()).toEqual([])
    await using foreign = await stranger(url)
    const { topics } = await foreign.admin.fetchTopicMetadata()
    const sizes = topics.filter(({ name }) => name.startsWith(foreign.prefix))
    const parts = Object.fromEntries(sizes.map(({ name, partitions }) => [name, partitions.length]))
    expect(parts).toMatchObject({ [`${foreign.prefix}members`]: 1, [`${foreign.prefix}posts`]: 6 })
    expect(Object.keys(parts)).toHaveLength(12)
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
    expect(await settingsOf('posts.dead')).toMatchObject({ 'retention.ms': '2592000000' })
  })

  it('hands over together what a fetch brings of all partitions', async () => {
    await using bus = await open(ownPartOf(shared))
    const said = Array.from({ length: 60 }, () => deletionOf(newId(noon), 1))
    await bus.publish(said)
    const partitions: string[][] = []
    await using _ = await bus.subscribe({
      group: 'reader',
      topics: ['posts'],
      handle: async (batch) => void partitions.push(batch.map(({ offset: position }) => position.split(':')[0] ?? '')),
    })
    await eventually(() => expect(partitions.flat()).toHaveLength(said.length))
    expect(partitions.length).toBeLessThan(new Set(partitions.flat()).size)
  })

  it('lets subscriptions of a group share a topic, each subject in order, and carries on when one ends', async () => {
    const url = ownPartOf(shared)
    await using bus = await open(url)
    await using another = await open(url)
    const subjects = [...Array(20).keys()].map(() => newId(noon))
    const round = (rev: number) => subjects.map((subject) => deletionOf(subject, rev))
    const heard: { by: number; id: string; subject: string; rev: number }[] = []
    const join = (place: Bus, by: number) =>
      place.subscribe({
        group: 'group',
        topics: ['posts'],
        async handle(batch) {
          for (const { event } of batch as readonly { event: ReturnType<typeof deletionOf> }[])
            heard.push({ by, id: event.id, subject: event.subject, rev: event.data.rev })
        },
      })
    const first = await join(bus, 1)
    await using _second = await join(another, 2)
    let rev = 0
    await eventually(async () => {
      rev += 1
      await bus.publish(round(rev))
      expect(new Set(heard.map(({ by }) => by))).toEqual(new Set([1, 2])) // until both have their share
    })
    await first[Symbol.asyncDispose]()
    rev += 1
    await bus.publish(round(rev))
    await eventually(() => expect(new Set(heard.map(({ id }) => id)).size).toBe(rev * subjects.length))
    for (const subject of subjects) {
      const revs = new Set(heard.filter((one) => one.subject === subject).map((one) => one.rev))
      expect([...revs]).toEqual([...Array(rev).keys()].map((n) => n + 1)) // what was heard twice counts by its first time
    }
  })

  it('gives a share away even while its events cannot be handled', async () => {
    const url = ownPartOf(shared)
    await using bus = await open(url)
    await using another = await open(url)
    const tried = Promise.withResolvers<void>()
    const away = async () => {
      tried.resolve()
      throw new Error('the store is away')
    }
    await using _stuck = await bus.subscribe({ group: 'group', topics: ['posts'], handle: away })
    const all = [...Array(60).keys()].map((n) => deletionOf(newId(noon), n + 1))
    await bus.publish(all)
    await tried.promise
    await using well = await hear(another, 'group', ['posts'])
    await eventually(() => expect(well.ids.length).toBeGreaterThan(0))
  })

  it('is stopped by no poison, whoever put it there', async () => {
    const url = ownPartOf(shared)
    await using database = await openTestDatabase(eventDeliveryMigrations)
    await using bus = await open(url)
    await using operator = await openBusOperator(url, { log: testLog })
    const steps: number[] = []
    const handler = onEvent(events.memberDeactivated, async ({ data }) => void steps.push(data.accountVersion))
    const store = createPostgresConsumerStore(database.pool, () => ({}))
    const one = createConsumer({ name: 'effects', bus, store, handlers: [handler], log: testLog })
    await bus.publish([change(1)])
    await using foreign = await stranger(url)
    await foreign.say(
      'no { JSON',
      null,
      Buffer.from([0xff, 0xfe, 0]),
      '"a word"',
      JSON.stringify({ ...change(2), id: 7 }),
    )
    await foreign.say(JSON.stringify({ ...change(3), extra: 'x'.repeat(950_000), data: { accountVersion: 'three' } }))
    await bus.publish([change(4)])
    await one.start()
    await eventually(() => expect(steps).toEqual([1, 4]))
    const letters = await operator.deadLetters('members')
    expect(letters.map(({ deadLetter: letter }) => letter.offset)).toEqual(['0:1', '0:2', '0:3', '0:4', '0:5', '0:6'])
    expect(letters.map(({ deadLetter: letter }) => letter.event).slice(0, 2)).toEqual(['no { JSON', null])
    expect(letters.at(-1)?.deadLetter.cause).toMatch(/too long to be kept/)
    await one.stop()
  })

  it('publishes more than a broker takes at once', async () => {
    const url = ownPartOf(shared)
    await using bus = await open(url)
    const long = changes(200).map((event) => ({ ...event, source: 'auth'.repeat(2_000) }))
    await bus.publish(long)
    await using heard = await hear(bus, 'group')
    await eventually(() => expect(heard.ids).toEqual(long.map(({ id }) => id)))
  })

  it('replays a letter once though two operators do it at once', async () => {
    const url = ownPartOf(shared)
    await using bus = await open(url)
    await using one = await openBusOperator(url, { log: testLog })
    await using two = await openBusOperator(url, { log: testLog })
    const died = { topic: 'posts', event: {}, consumer: 'c', cause: 'Error: no', failedAt: noon.toISOString() }
    for (const position of ['0:1', '0:2', '0:3']) await bus.publishDeadLetter({ ...died, offset: position })
    const letters = await one.deadLetters()
    const counts = await Promise.all([one.replay(letters), two.replay(letters)])
    expect(counts.toSorted()).toEqual([0, 3])
    expect(await two.deadLetters()).toEqual([])
    await using again = await hear(bus, 'group', ['posts.replay'])
    await eventually(() => expect(again.ids).toHaveLength(3))
    const lagOf = async () => (await one.lag()).find(({ group }) => group === 'group')
    await eventually(async () => expect(await lagOf()).toEqual({ group: 'group', topic: 'posts.replay', behind: 0 }))
    expect(new Set(again.ids).size).toBe(3)
  })

  it('tells how far the groups of this process are behind', async () => {
    await using bus = await open(ownPartOf(shared))
    const metrics = createMetrics()
    bus.registerMetrics?.(metrics)
    const mayGoOn = Promise.withResolvers<void>()
    const handle = () => mayGoOn.promise
    await bus.publish(changes(3))
    await using _ = await bus.subscribe({ group: 'slow', topics: ['members'], handle })
    const lag = (count: number) => `consumer_lag_events{group="slow",topic="members"} ${count}\n`
    await eventually(async () => expect(await metrics.render()).toContain(lag(3)))
    mayGoOn.resolve()
    await eventually(async () => expect(await metrics.render()).toContain(lag(0)))
  })
})

describe('a Kafka that is away', () => {
  it('is told as that, and lets one subscribe meanwhile', async () => {
    await using bus = await open('kafka://127.0.0.1:1')
    await using _ = await bus.subscribe({ group: 'group', topics: ['members'], handle: async () => {} })
    await expect(bus.ping().catch(isTransientError)).resolves.toBe(true)
    await expect(bus.publish([change(1)]).catch(isTransientError)).resolves.toBe(true)
    await expect(openBusOperator('kafka://127.0.0.1:1', { log: testLog })).rejects.toThrow(/ECONNREFUSED/)
  })
})
