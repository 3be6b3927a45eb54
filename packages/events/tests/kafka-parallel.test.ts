import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createMetrics, newId } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { requestTestEngine } from '@meadow/testing/engines'
import kafkajs from 'kafkajs'
import { readKafkaAddress } from '../src/bus/kafka/kafka-address.ts'
import { createEvent, type Delivery } from '../src/index.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'
import { createMemberEvent, noon, subscribeAndCollect } from './fixtures.ts'
import { openRetryingBus, withOwnPrefix } from './test-buses.ts'

const engine = await requestTestEngine('kafka')
const sharedUrl = 'url' in engine ? engine.url : ''
const describeOnKafka = 'url' in engine ? describe : describe.skip

const createEventOf = (subject: string, rev: number) => {
  const data = { authorId: subject, rev }
  return createEvent(events.postDeleted, { source: 'posts', subject, id: newId(noon), time: noon, data })
}
/** Removes repeats, which a rebalance on a busy machine may cause: an event counts at its first delivery. */
const toUnique = (deliveries: readonly Delivery[]): Delivery[] => [
  ...new Map(deliveries.map((delivery) => [delivery.offset, delivery])).values(),
]
const toPartition = ({ offset }: Delivery) => offset.split(':')[0] ?? ''

describeOnKafka(`partitions of Kafka on ${'url' in engine ? engine.what : 'none'}`, () => {
  /** Opens a bus with two events of each of many subjects, in six partitions. */
  async function openBusWithEvents() {
    await using opening = new AsyncDisposableStack()
    const url = withOwnPrefix(sharedUrl)
    const bus = opening.use(await openRetryingBus(url))
    const operator = opening.use(await openBusOperator(url, { log: testLog }))
    const subjects = Array.from({ length: 60 }, () => newId(noon))
    const published = [1, 2].flatMap((rev) => subjects.map((subject) => createEventOf(subject, rev)))
    await bus.publish(published)
    const opened = opening.move()
    return { bus, operator, published, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  }

  it('are handled at the same time, three at most, and each in order', async () => {
    await using opened = await openBusWithEvents()
    const { bus, operator, published } = opened
    const mayGoOn = Promise.withResolvers<void>()
    const [active, partitions] = [new Set<string>(), [] as string[][]]
    let most = 0
    const received: Delivery[] = []
    await using _ = await bus.subscribe({
      group: 'group',
      topics: ['posts'],
      async handle(batch) {
        const ofBatch = [...new Set(batch.map(toPartition))]
        partitions.push(ofBatch)
        const [partition = ''] = ofBatch
        expect(active.has(partition)).toBe(false)
        active.add(partition)
        most = Math.max(most, active.size)
        await mayGoOn.promise
        received.push(...batch)
        active.delete(partition)
      },
    })
    try {
      await eventually(() => expect(active.size).toBe(3))
      // nothing is committed; the request may time out on a busy machine
      const readLag = async () => (await operator.lag()).find(({ topic }) => topic === 'posts')?.lag
      await eventually(async () => expect(await readLag()).toBe(published.length))
    } finally {
      mayGoOn.resolve()
    }
    await eventually(() => expect(toUnique(received)).toHaveLength(published.length))
    expect(most).toBe(3)
    expect(partitions.every(({ length }) => length === 1)).toBe(true)
    for (const [, deliveries] of Map.groupBy(toUnique(received), toPartition)) {
      const offsets = deliveries.map(({ offset }) => Number(offset.split(':')[1]))
      expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
    }
    await eventually(async () => expect((await operator.lag()).find(({ topic }) => topic === 'posts')?.lag).toBe(0))
  })

  it('are not held up by one whose events cannot be handled', async () => {
    await using opened = await openBusWithEvents()
    const { bus, operator, published } = opened
    let blocked: string | undefined
    let isMended = false
    const received: Delivery[] = []
    await using _ = await bus.subscribe({
      group: 'group',
      topics: ['posts'],
      async handle(batch) {
        const [partition = ''] = batch.map(toPartition)
        blocked ??= partition
        if (partition === blocked && !isMended) throw new Error('not now')
        received.push(...batch)
      },
    })
    const lag = async () => (await operator.lag()).find(({ topic }) => topic === 'posts')?.lag
    await eventually(async () => expect(toUnique(received).length + ((await lag()) ?? 0)).toBe(published.length))
    const later = Array.from({ length: 60 }, () => createEventOf(newId(noon), 1))
    await bus.publish(later)
    const isFree = (delivery: Delivery) => toPartition(delivery) !== blocked
    await eventually(() => {
      const ids = new Set(received.map(({ event }) => (event as { id: string }).id))
      expect(later.filter(({ id }) => ids.has(id)).length).toBeGreaterThan(20)
    })
    expect(received.every(isFree)).toBe(true)
    isMended = true
    await eventually(() => expect(toUnique(received)).toHaveLength(published.length + later.length))
    await eventually(async () => expect(await lag()).toBe(0))
  })
})

describeOnKafka('events in Kafka that were deleted before a group had read them', () => {
  const message = 'events were deleted before the group had read them'

  async function openWatchedBus() {
    await using opening = new AsyncDisposableStack()
    const url = withOwnPrefix(sharedUrl)
    const warnings: unknown[] = []
    const warn = (details: object, text: string) => text === message && warnings.push(details)
    const metrics = createMetrics()
    const bus = opening.use(await openRetryingBus(url, Object.assign(Object.create(testLog), { warn })))
    bus.registerMetrics?.(metrics)
    const { prefix, topicSettings: _, ...address } = readKafkaAddress(url)
    const admin = new kafkajs.Kafka({ ...address, logLevel: kafkajs.logLevel.NOTHING }).admin()
    await admin.connect()
    opening.defer(() => admin.disconnect())
    const opened = opening.move()
    return {
      bus,
      warnings,
      /** Deletes the events of the topic `members` before an offset. */
      async deleteBefore(offset: number) {
        const topic = `${prefix}members`
        await admin.fetchTopicOffsets(topic) // loads the metadata that the deletion needs
        await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: String(offset) }] })
      },
      readCount: async () =>
        /^consumer_missed_events_total\{group="group",topic="members"\} (\d+)$/m.exec(await metrics.render())?.[1],
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    }
  }

  it('are reported once when the group is back, and it continues', async () => {
    await using watched = await openWatchedBus()
    const { bus, warnings, deleteBefore, readCount } = watched
    const [read, unread, next, last] = [1, 2, 3, 4].map((step) => createMemberEvent(step))
    if (!read || !unread || !next || !last) throw new Error('unreachable')
    await bus.publish([read])
    {
      await using received = await subscribeAndCollect(bus, 'group')
      await eventually(() => expect(received.ids).toEqual([read.id]))
    }
    await deleteBefore(1) // the group had read all of them
    {
      await using received = await subscribeAndCollect(bus, 'group')
      await bus.publish([unread])
      await eventually(() => expect(received.ids).toContain(unread.id))
      expect(await readCount()).toBe('0')
    }
    await bus.publish([next, last])
    await deleteBefore(3)
    for (let times = 0; times < 2; times += 1) {
      await using received = await subscribeAndCollect(bus, 'group')
      if (times === 0) await eventually(() => expect(received.ids).toEqual([last.id]))
      await eventually(async () => expect(await readCount()).toBe('1'))
    }
    expect(warnings).toEqual([{ group: 'group', topic: 'members', offset: '0:2' }])
  })

  it('are reported when a batch was handled for too long', async () => {
    await using watched = await openWatchedBus()
    const { bus, warnings, deleteBefore, readCount } = watched
    const [started, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const received: Delivery[] = []
    await bus.publish([createMemberEvent(1)])
    await using _ = await bus.subscribe({
      group: 'group',
      topics: ['members'],
      async handle(batch) {
        started.resolve()
        await mayGoOn.promise
        received.push(...batch)
      },
    })
    await started.promise
    try {
      await bus.publish([createMemberEvent(2), createMemberEvent(3)])
      await deleteBefore(2)
    } finally {
      mayGoOn.resolve()
    }
    await eventually(() => expect(toUnique(received).map(({ offset }) => offset)).toEqual(['0:0', '0:2']))
    expect(await readCount()).toBe('1')
    expect(warnings).toEqual([{ group: 'group', topic: 'members', offset: '0:1' }])
  })
})
