import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, testLog } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { EventMessage } from '../src/bus/bus.ts'
import { ANY_TYPE, type InboxEntry } from '../src/consumer/consumer-store.ts'
import { toDeadLetterMessage } from '../src/consumer/dead-letter.ts'
import { MAX_FAILURES } from '../src/consumer/failure-limit.ts'
import {
  appendToMongoOutbox,
  appendToPostgresOutbox,
  type ConsumerStore,
  createMongoConsumerStore,
  createMongoOutbox,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryCollections,
  eventDeliveryMigrations,
  type Outbox,
} from '../src/index.ts'
import { getOutboxDocuments } from '../src/outbox/mongo-outbox.ts'
import { createPostEvent, createPostEvents, createTestDeadLetter, noon } from './fixtures.ts'

type Bound = { append(events: readonly DomainEvent[]): Promise<void> }
type OpenedStore = AsyncDisposable & {
  store: ConsumerStore<Bound>
  outbox: Outbox
  another: Outbox
  /** Inserts an event as another version does: an older one without its topic, or a later one with an unknown type. */
  insert(event: DomainEvent, topic?: string): Promise<unknown>
}

/** Opens a store whose only effect is to append events, and its outbox as two processes see it. */
async function openPostgresStore(): Promise<OpenedStore> {
  const database = await openTestDatabase(eventDeliveryMigrations)
  const [outbox, another] = [createPostgresOutbox(database.pool), createPostgresOutbox(database.pool)]
  return {
    store: createPostgresConsumerStore(database.pool, (tx) => ({
      append: (events) => appendToPostgresOutbox(tx, events),
    })),
    outbox,
    another,
    insert: (event, topic) =>
      database.pool.query('insert into outbox (id, event, topic, key) values ($1, $2, $3, $4)', [
        event.id,
        JSON.stringify(event),
        topic,
        topic && event.subject,
      ]),
    async [Symbol.asyncDispose]() {
      for (const one of [outbox, another, database]) await one[Symbol.asyncDispose]()
    },
  }
}

async function openMongoStore(url: string): Promise<OpenedStore> {
  const database = await openTestMongo(url, ...eventDeliveryCollections)
  const [outbox, another] = [createMongoOutbox(database.mongo), createMongoOutbox(database.mongo)]
  return {
    store: createMongoConsumerStore(database.mongo, (tx) => ({
      append: (events) => appendToMongoOutbox(tx, events),
    })),
    outbox,
    another,
    insert: (event, topic) =>
      getOutboxDocuments(database.mongo).insertOne({
        _id: event.id,
        key: event.subject,
        rev: (event.data as { rev: number }).rev,
        index: 0,
        at: new Date(event.time),
        event: JSON.stringify(event),
        ...(topic && { topic }),
      }),
    async [Symbol.asyncDispose]() {
      for (const one of [outbox, another, database]) await one[Symbol.asyncDispose]()
    },
  }
}

const toEntries = (ids: readonly string[], type = 'post.deleted'): InboxEntry[] => ids.map((id) => ({ id, type }))
const createConsumerName = () => `consumer-${newId(noon)}`
const readEvents = async (outbox: Outbox, limit: number): Promise<DomainEvent[]> =>
  (await outbox.readPending(limit)).map(({ value }) => JSON.parse(value))
const ids = (events: readonly DomainEvent[]) => events.map(({ id }) => id)

describeOnEachEngine({ postgres: openPostgresStore, ...(await onSharedMongo(openMongoStore)) }, (open) => {
  const opened = shareAcrossTests(open)

  describe('an inbox', () => {
    it('returns each id as new once per consumer', async () => {
      const { store } = await opened()
      const [one, two] = [createConsumerName(), createConsumerName()]
      const [first, second, third] = [newId(noon), newId(noon), newId(noon)]
      const insert = (consumer: string, ids: string[]) =>
        store.transaction((_, inbox) => inbox.insertNew(consumer, toEntries(ids)))
      expect(await insert(one, [first, second, first])).toEqual(new Set([first, second]))
      expect(await insert(one, [second, third])).toEqual(new Set([third]))
      expect(await insert(two, [first])).toEqual(new Set([first]))
    })

    it('stores no ids of a failed transaction', async () => {
      const { store } = await opened()
      const [consumer, id] = [createConsumerName(), newId(noon)]
      const failing = store.transaction(async (_, inbox) => {
        await inbox.insertNew(consumer, toEntries([id]))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await store.transaction((_, inbox) => inbox.insertNew(consumer, toEntries([id])))).toEqual(new Set([id]))
    })

    it('returns an id as new to one of several concurrent transactions', async () => {
      const { store } = await opened()
      const [consumer, id] = [createConsumerName(), newId(noon)]
      const insert = () =>
        store.transaction(async (_, inbox) => (await inbox.insertNew(consumer, toEntries([id]))).size)
      expect((await Promise.all([insert(), insert(), insert()])).toSorted()).toEqual([0, 0, 1])
    })

    it('keeps ids while they may be repeated', async () => {
      const { store } = await opened()
      const [consumer, id] = [createConsumerName(), newId(noon)]
      await store.transaction((_, inbox) => inbox.insertNew(consumer, toEntries([id])))
      expect(await store.transaction((_, inbox) => inbox.deleteExpired(new Date(Date.now() - 14 * 86_400_000)))).toBe(
        false,
      )
      expect(await store.transaction((_, inbox) => inbox.insertNew(consumer, toEntries([id])))).toEqual(new Set())
    })

    it('counts the events of a type, or of all, since the 20th last failure', async () => {
      const { store } = await opened()
      const [consumer, type] = [createConsumerName(), 'member.updated']
      const handle = (type: string) =>
        store.transaction((_, inbox) => inbox.insertNew(consumer, toEntries([newId(new Date())], type)))
      const fail = () =>
        store.transaction(async (_, inbox) => {
          await inbox.insertNew(consumer, toEntries([newId(new Date())], type))
          for (const one of [type, ANY_TYPE]) await inbox.recordFailure(consumer, one)
        })
      const count = (type: string, { limit = 100, after = noon } = {}) =>
        store.transaction((_, inbox) => inbox.countEventsSinceFailures(consumer, type, { limit, after }))
      await handle(type)
      for (let failures = 1; failures < MAX_FAILURES; failures += 1) await fail()
      expect(await count(type)).toBeUndefined()
      await fail()
      await handle(type)
      await handle('post.deleted')
      expect([await count(type), await count(ANY_TYPE), await count(ANY_TYPE, { limit: 21 })]).toEqual([21, 22, 21])
      await fail()
      expect([await count(type), await count(ANY_TYPE)]).toEqual([21, 22])
      expect(await count('post.deleted')).toBeUndefined()
      expect(await count(ANY_TYPE, { after: new Date(Date.now() + 60_000) })).toBeUndefined()
      await store.ping()
    })

    it('lets one of two concurrent transactions count after the other has recorded its failure', async () => {
      const { store } = await opened()
      const consumer = createConsumerName()
      const counts: (number | undefined)[] = []
      const fail = () =>
        store.transaction(async (_, inbox) => {
          const count = await inbox.countEventsSinceFailures(consumer, ANY_TYPE, { limit: 100, after: noon })
          await inbox.insertNew(consumer, toEntries([newId(new Date())]))
          await inbox.recordFailure(consumer, ANY_TYPE)
          return count
        })
      for (let failures = 1; failures < MAX_FAILURES; failures += 1) await fail()
      counts.push(...(await Promise.all([fail(), fail(), fail()])))
      expect(counts.filter((count) => count === undefined)).toHaveLength(1)
    })

    it('appends a dead letter to the outbox if its transaction commits', async () => {
      const { store, outbox } = await opened()
      const deadLetter = createTestDeadLetter({ event: 'a \u0000 and half a pair: \ud800', cause: '\\u0000' })
      const message = toDeadLetterMessage(deadLetter)
      const failing = store.transaction(async (_, inbox) => {
        await inbox.appendDeadLetter(message)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await store.transaction((_, inbox) => inbox.appendDeadLetter(message))
      expect(await outbox.readPending(10)).toEqual([message])
      expect(message).toMatchObject({ topic: 'members.dead', key: deadLetter.id })
      expect(JSON.parse(message.value)).toEqual({ ...deadLetter, event: 'a \ufffd and half a pair: \ufffd' })
      expect((await outbox.measureBacklog()).oldest).toBeInstanceOf(Date)
      await outbox.markPublished([message.id])
    })
  })

  describe('an outbox', () => {
    it('keeps events unchanged and in order until they are published', async () => {
      const { store, outbox } = await opened()
      const events = createPostEvents(5)
      await store.transaction(async ({ append }) => {
        await append(events.slice(0, 2))
        await append(events.slice(2))
        await append([])
      })
      expect(await readEvents(outbox, 10)).toEqual(events)
      expect(await readEvents(outbox, 2)).toEqual(events.slice(0, 2))
      await outbox.markPublished(ids(events.slice(0, 3)))
      expect(await readEvents(outbox, 10)).toEqual(events.slice(3))
      await outbox.markPublished(ids(events))
      expect(await readEvents(outbox, 10)).toEqual([])
    })

    it('keeps events of other versions: without a topic, or of an unknown type', async () => {
      const { store, outbox, insert } = await opened()
      const [early, first, second] = createPostEvents(3) as [DomainEvent, DomainEvent, DomainEvent]
      const later = { ...second, type: 'post.of-a-later-version' }
      await insert(early)
      await store.transaction(({ append }) => append([first]))
      await insert(later, 'topic-of-a-later-version')
      expect(await outbox.readPending(10)).toEqual(
        [early, first, later].map((event, n) => ({
          id: event.id,
          topic: n < 2 ? 'posts' : 'topic-of-a-later-version',
          key: event.subject,
          value: JSON.stringify(event),
        })),
      )
      await outbox.markPublished(ids([early, first, later]))
      expect(await readEvents(outbox, 10)).toEqual([])
    })

    it('stores no events of a failed transaction', async () => {
      const { store, outbox } = await opened()
      const failing = store.transaction(async ({ append }) => {
        await append([createPostEvent(1)])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await readEvents(outbox, 10)).toEqual([])
    })

    it('publishes an event of a committed transaction without a signal to the relay', async () => {
      const { store, outbox } = await opened()
      const [published, isDrained] = [Promise.withResolvers<readonly EventMessage[]>(), Promise.withResolvers<void>()]
      const once: Outbox = {
        ...outbox,
        hasPending: async () => false, // so that only the signal of the commit makes the relay read
        async markPublished(ids) {
          await outbox.markPublished(ids)
          isDrained.resolve()
        },
        [Symbol.asyncDispose]: async () => {},
      }
      const bus = { publishMessages: async (messages: readonly EventMessage[]) => published.resolve(messages) }
      const relay = createOutboxRelay({ outbox: once, bus, log: testLog })
      await relay.start()
      const event = createPostEvent(1)
      await store.transaction(({ append }) => append([event]))
      expect(await published.promise).toMatchObject([
        { topic: 'posts', key: event.subject, value: JSON.stringify(event) },
      ])
      await isDrained.promise
      await relay.stop()
    })

    it('signals a commit that appended events, and no other transaction', async () => {
      const { store, outbox } = await opened()
      let signals = 0
      using _listening = outbox.onAppended(() => {
        signals += 1
      })
      const failing = store.transaction(async ({ append }) => {
        await append([createPostEvent(1)])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await store.transaction(({ append }) => append([]))
      expect(signals).toBe(0)
      const events = createPostEvents(2)
      await store.transaction(async ({ append }) => {
        await append(events)
        expect(signals).toBe(0)
      })
      expect(signals).toBe(1)
      await outbox.markPublished(ids(events))
    })

    it('stores text of any script', async () => {
      const { store, outbox } = await opened()
      const event = { ...createPostEvent(1), data: { rev: 1, text: 'Grüße, 你好, 👩‍👩‍👧, "quoted" \\ \u0001' } }
      await store.transaction(({ append }) => append([event]))
      expect(await readEvents(outbox, 10)).toEqual([event])
      await outbox.markPublished([event.id])
    })

    it('is used by one process at a time', async () => {
      const { outbox, another } = await opened()
      await outbox.runExclusively(async () => {
        expect(await another.runExclusively(async () => 'both')).toBeUndefined()
      })
      expect(await another.runExclusively(async () => 'mine')).toBe('mine')
    })

    it('is used by one caller at a time within a process', async () => {
      const { outbox } = await opened()
      const steps: string[] = []
      const runInTurn = (name: string) =>
        outbox.runExclusively(async () => {
          steps.push(`${name} begins`)
          await outbox.readPending(1)
          steps.push(`${name} ends`)
        })
      await Promise.all([runInTurn('one'), runInTurn('two')])
      expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    })

    it('is released when the work fails', async () => {
      const { outbox, another } = await opened()
      const failing = outbox.runExclusively(async () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await another.runExclusively(async () => 'mine')).toBe('mine')
    })
  })
})
