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
import { change, deletion, deletions, hear, noon } from './given.ts'

const minutesAfterNoon = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

/** An event of a process whose clock shows another time. */
const deletionAt = (rev: number, at: Date, subject = deletion(1).subject): DomainEvent => ({
  ...deletion(rev),
  id: newId(at),
  time: at.toISOString(),
  subject,
})
const ids = (events: readonly DomainEvent[]) => events.map(({ id }) => id)

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, ...eventDeliveryCollections)), (open) => {
  const database = shareAcrossTests(open)

  async function waiting(...events: DomainEvent[]) {
    const { mongo } = await database()
    await mongo.db.collection('outbox').deleteMany({})
    for (const event of events) await appendToMongoOutbox(mongo, event)
    return { mongo, outbox: createMongoOutbox(mongo) }
  }

  it('keeps the order of a subject, whatever the clocks of those who wrote said', async () => {
    const [first, second, third] = [30, 10, 20].map((at, n) => deletionAt(n + 1, minutesAfterNoon(at)))
    const other = deletionAt(1, minutesAfterNoon(15), '0199a000-0000-7000-8000-00000000b057')
    const all = [first, second, third, other] as DomainEvent[]
    const { outbox } = await waiting(...all)
    expect(ids(await outbox.readPending(10))).toEqual(ids([first, other, second, third] as DomainEvent[]))
    for (const limit of [1, 2, 3]) {
      const some = await outbox.readPending(limit)
      expect(ids(some)).toEqual(ids([first, other, second].slice(0, limit) as DomainEvent[]))
    }
  })

  it('refuses an event that says no place in the order of its subject', async () => {
    const { mongo } = await waiting()
    await expect(appendToMongoOutbox(mongo, change(1))).rejects.toThrow('rev')
    expect(await readMongoOutbox(mongo)).toEqual([])
  })

  it('can neither be read nor emptied by who was taken over', async () => {
    const { mongo, outbox } = await waiting(...deletions(2))
    const leases = mongo.db.collection('leases')
    const other = createMongoOutbox(mongo)
    await outbox.runExclusively(async () => {
      const events = await outbox.readPending(10)
      await leases.updateOne({}, { $set: { until: 0 } }) // its time is over
      await other.runExclusively(async () => {
        await expect(outbox.readPending(10)).rejects.toMatchObject({ kind: 'unavailable' })
        await expect(outbox.markPublished(ids(events))).rejects.toMatchObject({ kind: 'unavailable' })
      })
      await expect(outbox.markPublished(ids(events))).rejects.toMatchObject({ kind: 'unavailable' })
    })
    expect(await other.readPending(10)).toHaveLength(2)
    expect(await other.runExclusively(async () => 'mine')).toBe('mine')
  })

  it('tells how many wait, and since when', async () => {
    const { outbox } = await waiting(deletionAt(1, minutesAfterNoon(5)), deletionAt(2, minutesAfterNoon(6)))
    expect(await outbox.measureBacklog()).toEqual({ length: 2, oldest: minutesAfterNoon(5) })
    await outbox.markPublished(ids(await outbox.readPending(2)))
    expect(await outbox.measureBacklog()).toEqual({ length: 0, oldest: undefined })
  })

  it('is published once and in order by several relays', async () => {
    const { mongo } = await waiting()
    await using busDatabase = await openTestDatabase()
    await using bus = await openBus(busDatabase.url, { log: testLog })
    const relays = [1, 2, 3].map(() => createOutboxRelay({ outbox: createMongoOutbox(mongo), bus, log: testLog }))
    for (const one of relays) await one.start()
    await using heard = await hear(bus, 'group', ['posts'])
    const all = deletions(40)
    for (const event of all) await appendToMongoOutbox(mongo, event)
    await eventually(() => expect(heard.ids).toEqual(ids(all)))
    for (const one of relays) await one.stop()
  })

  it('forgets after two weeks what a consumer has handled', async () => {
    const { mongo } = await waiting()
    const store = createMongoConsumerStore(mongo, () => ({}))
    const [old, recent] = deletions(2) as [DomainEvent, DomainEvent]
    await store.transaction((_, inbox) => inbox.insertNew('consumer', ids([old, recent])))
    const age = (id: string, days: number) =>
      mongo.db
        .collection<{ _id: string }>('inbox')
        .updateOne({ _id: `consumer ${id}` }, { $set: { takenAt: new Date(Date.now() - days * 86_400_000) } })
    await age(old.id, 15)
    await age(recent.id, 13)
    await store.transaction((_, inbox) => inbox.deleteExpired())
    expect(await store.transaction((_, inbox) => inbox.insertNew('consumer', ids([old, recent])))).toEqual(
      new Set([old.id]),
    )
  })
})
