import { expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { describeOnEachEngine, eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  appendToMongoOutbox,
  createMongoConsumerStore,
  createMongoOutbox,
  createOutboxRelay,
  eventDeliveryCollections,
  openBus,
} from '../src/index.ts'
import { readMongoOutbox } from '../src/testing/index.ts'
import { createMemberEvent, createPostEvent, createPostEvents, noon, subscribeAndCollect } from './fixtures.ts'

const minutesAfterNoon = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

/** Creates an event of a process whose clock shows another time. */
const createEventAt = (rev: number, at: Date, subject = createPostEvent(1).subject): DomainEvent => ({
  ...createPostEvent(rev),
  id: newId(at),
  time: at.toISOString(),
  subject,
})
const ids = (events: readonly Pick<DomainEvent, 'id'>[]) => events.map(({ id }) => id)

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, ...eventDeliveryCollections)), (open) => {
  const database = shareAcrossTests(open)

  async function openOutboxWith(...events: DomainEvent[]) {
    const { mongo } = await database()
    await mongo.db.collection('outbox').deleteMany({})
    for (const event of events) await appendToMongoOutbox(mongo, event)
    return { mongo, outbox: createMongoOutbox(mongo) }
  }

  it('keeps the order of a subject although the clocks of its writers differ', async () => {
    const [first, second, third] = [30, 10, 20].map((at, n) => createEventAt(n + 1, minutesAfterNoon(at)))
    const other = createEventAt(1, minutesAfterNoon(15), '0199a000-0000-7000-8000-00000000b057')
    const all = [first, second, third, other] as DomainEvent[]
    const { outbox } = await openOutboxWith(...all)
    expect(ids(await outbox.readPending(10))).toEqual(ids([first, other, second, third] as DomainEvent[]))
    for (const limit of [1, 2, 3]) {
      const some = await outbox.readPending(limit)
      expect(ids(some)).toEqual(ids([first, other, second].slice(0, limit) as DomainEvent[]))
    }
  })

  it('rejects an event without a rev', async () => {
    const { mongo } = await openOutboxWith()
    await expect(appendToMongoOutbox(mongo, createMemberEvent(1))).rejects.toThrow('rev')
    expect(await readMongoOutbox(mongo)).toEqual([])
  })

  it('can neither be read nor emptied by a process that lost its lease', async () => {
    const { mongo, outbox } = await openOutboxWith(...createPostEvents(2))
    const leases = mongo.db.collection('leases')
    const other = createMongoOutbox(mongo)
    await outbox.runExclusively(async () => {
      const events = await outbox.readPending(10)
      await leases.updateOne({}, { $set: { until: 0 } }) // the lease has expired
      await other.runExclusively(async () => {
        await expect(outbox.readPending(10)).rejects.toMatchObject({ kind: 'unavailable' })
        await expect(outbox.markPublished(ids(events))).rejects.toMatchObject({ kind: 'unavailable' })
      })
      await expect(outbox.markPublished(ids(events))).rejects.toMatchObject({ kind: 'unavailable' })
    })
    expect(await other.readPending(10)).toHaveLength(2)
    expect(await other.runExclusively(async () => 'mine')).toBe('mine')
  })

  it('measures its length and the time of the oldest event', async () => {
    const { outbox } = await openOutboxWith(
      createEventAt(1, minutesAfterNoon(5)),
      createEventAt(2, minutesAfterNoon(6)),
    )
    expect(await outbox.measureBacklog()).toEqual({ length: 2, oldest: minutesAfterNoon(5) })
    await outbox.markPublished(ids(await outbox.readPending(2)))
    expect(await outbox.measureBacklog()).toEqual({ length: 0, oldest: undefined })
  })

  it('is published once and in order by several relays', async () => {
    const { mongo } = await openOutboxWith()
    await using busDatabase = await openTestDatabase()
    await using bus = await openBus(busDatabase.url, { log: testLog })
    const relays = [1, 2, 3].map(() => createOutboxRelay({ outbox: createMongoOutbox(mongo), bus, log: testLog }))
    for (const one of relays) await one.start()
    await using received = await subscribeAndCollect(bus, 'group', ['posts'])
    const all = createPostEvents(40)
    for (const event of all) await appendToMongoOutbox(mongo, event)
    await eventually(() => expect(received.ids).toEqual(ids(all)))
    for (const one of relays) await one.stop()
  })

  it('deletes inbox ids after two weeks', async () => {
    const { mongo } = await openOutboxWith()
    const store = createMongoConsumerStore(mongo, () => ({}))
    const [old, recent] = createPostEvents(2) as [DomainEvent, DomainEvent]
    await store.transaction((_, inbox) => inbox.insertNew('consumer', [old, recent]))
    const setAge = (id: string, days: number) =>
      mongo.db
        .collection<{ _id: string }>('inbox')
        .updateOne({ _id: `consumer ${id}` }, { $set: { takenAt: new Date(Date.now() - days * 86_400_000) } })
    await setAge(old.id, 15)
    await setAge(recent.id, 13)
    await store.transaction((_, inbox) => inbox.deleteExpired(new Date(Date.now() - 14 * 86_400_000)))
    expect(await store.transaction((_, inbox) => inbox.insertNew('consumer', [old, recent]))).toEqual(new Set([old.id]))
  })
})
