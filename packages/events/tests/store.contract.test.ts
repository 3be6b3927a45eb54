import { describe, expect, it } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { describeOnEachEngine, shareAcrossTests, testLog } from '@meadow/testing'
import { onSharedMongo, openTestMongo } from '@meadow/testing/mongo'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  appendToMongoOutbox,
  appendToPostgresOutbox,
  type Bus,
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
import { createPostEvent, createPostEvents, noon } from './fixtures.ts'

type Bound = { append(events: readonly DomainEvent[]): Promise<void> }
type OpenedStore = AsyncDisposable & { store: ConsumerStore<Bound>; outbox: Outbox; another: Outbox }

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
    async [Symbol.asyncDispose]() {
      for (const one of [outbox, another, database]) await one[Symbol.asyncDispose]()
    },
  }
}

const createConsumerName = () => `consumer-${newId(noon)}`
const ids = (events: readonly DomainEvent[]) => events.map(({ id }) => id)

describeOnEachEngine({ postgres: openPostgresStore, ...(await onSharedMongo(openMongoStore)) }, (open) => {
  const opened = shareAcrossTests(open)

  describe('an inbox', () => {
    it('returns each id as new once per consumer', async () => {
      const { store } = await opened()
      const [one, two] = [createConsumerName(), createConsumerName()]
      const [first, second, third] = [newId(noon), newId(noon), newId(noon)]
      const insert = (consumer: string, ids: string[]) =>
        store.transaction((_, inbox) => inbox.insertNew(consumer, ids))
      expect(await insert(one, [first, second, first])).toEqual(new Set([first, second]))
      expect(await insert(one, [second, third])).toEqual(new Set([third]))
      expect(await insert(two, [first])).toEqual(new Set([first]))
    })

    it('stores no ids of a failed transaction', async () => {
      const { store } = await opened()
      const [consumer, id] = [createConsumerName(), newId(noon)]
      const failing = store.transaction(async (_, inbox) => {
        await inbox.insertNew(consumer, [id])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await store.transaction((_, inbox) => inbox.insertNew(consumer, [id]))).toEqual(new Set([id]))
    })

    it('returns an id as new to one of several concurrent transactions', async () => {
      const { store } = await opened()
      const [consumer, id] = [createConsumerName(), newId(noon)]
      const insert = () => store.transaction(async (_, inbox) => (await inbox.insertNew(consumer, [id])).size)
      expect((await Promise.all([insert(), insert(), insert()])).toSorted()).toEqual([0, 0, 1])
    })

    it('keeps ids while they may be repeated', async () => {
      const { store } = await opened()
      const [consumer, id] = [createConsumerName(), newId(noon)]
      await store.transaction((_, inbox) => inbox.insertNew(consumer, [id]))
      expect(await store.transaction((_, inbox) => inbox.deleteExpired())).toBe(false)
      expect(await store.transaction((_, inbox) => inbox.insertNew(consumer, [id]))).toEqual(new Set())
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
      expect(await outbox.readPending(10)).toEqual(events)
      expect(await outbox.readPending(2)).toEqual(events.slice(0, 2))
      await outbox.markPublished(ids(events.slice(0, 3)))
      expect(await outbox.readPending(10)).toEqual(events.slice(3))
      await outbox.markPublished(ids(events))
      expect(await outbox.readPending(10)).toEqual([])
    })

    it('stores no events of a failed transaction', async () => {
      const { store, outbox } = await opened()
      const failing = store.transaction(async ({ append }) => {
        await append([createPostEvent(1)])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await outbox.readPending(10)).toEqual([])
    })

    it('publishes an event of a committed transaction without a signal to the relay', async () => {
      const { store, outbox } = await opened()
      const [published, isDrained] = [Promise.withResolvers<readonly DomainEvent[]>(), Promise.withResolvers<void>()]
      const once: Outbox = {
        ...outbox,
        hasPending: async () => false, // so that only the signal of the commit makes the relay read
        async markPublished(ids) {
          await outbox.markPublished(ids)
          isDrained.resolve()
        },
        [Symbol.asyncDispose]: async () => {},
      }
      const bus = { publish: async (events: readonly DomainEvent[]) => published.resolve(events) } as unknown as Bus
      const relay = createOutboxRelay({ outbox: once, bus, log: testLog })
      await relay.start()
      const event = createPostEvent(1)
      await store.transaction(({ append }) => append([event]))
      expect(await published.promise).toEqual([event])
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
      expect(await outbox.readPending(10)).toEqual([event])
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
