import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import type { BackgroundTask } from '@meadow/service'
import { openPostgres } from '@meadow/storage'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase, type TestDatabase, terminateConnections } from '@meadow/testing/postgres'
import {
  appendToPostgresOutbox,
  type Bus,
  createConsumer,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryMigrations,
  type OutboxRelay,
  onEvent,
  openBus,
} from '../src/index.ts'
import { readPostgresOutbox } from '../src/testing/index.ts'
import { createMemberEvent, createMemberEvents, subscribeAndCollect } from './fixtures.ts'

const ids = (all: readonly DomainEvent[]) => all.map(({ id }) => id)

let service: TestDatabase
let busDatabase: TestDatabase
let bus: Bus
let running: BackgroundTask[]

beforeEach(async () => {
  running = []
  service = await openTestDatabase(eventDeliveryMigrations)
  busDatabase = await openTestDatabase()
  bus = await openBus(busDatabase.url, { log: testLog })
})

afterEach(async () => {
  for (const one of running) await one.stop()
  for (const one of [bus, busDatabase, service]) await one[Symbol.asyncDispose]()
})

function openRelay(to: Bus = bus, options: { pauseMs?: number; drainTimeoutMs?: number } = {}): OutboxRelay {
  const outbox = createPostgresOutbox(service.pool)
  const one = createOutboxRelay({ outbox, bus: to, log: testLog, ...options })
  running.push(one)
  return one
}

describe('an outbox relay', () => {
  it('publishes all events, oldest first, in batches, and returns their number', async () => {
    const sizes: number[] = []
    const measured: Bus = {
      ...bus,
      publishMessages(batch) {
        sizes.push(batch.length)
        return bus.publishMessages(batch)
      },
    }
    const all = createMemberEvents(1_100)
    await appendToPostgresOutbox(service.pool, all)
    const one = openRelay(measured)
    expect(await one.drain()).toBe(1_100)
    expect(sizes).toEqual([500, 500, 100])
    expect(await readPostgresOutbox(service.pool)).toEqual([])
    await using received = await subscribeAndCollect(bus, 'group')
    await eventually(() => expect(received.ids).toEqual(ids(all)))
  })

  it('gathers events during its pause, and publishes the first one at once', async () => {
    const sizes: number[] = []
    const published = Promise.withResolvers<void>()
    const measured: Bus = {
      ...bus,
      async publishMessages(batch) {
        sizes.push(batch.length)
        published.resolve()
      },
    }
    const one = openRelay(measured, { pauseMs: 3_600_000 })
    await one.start()
    const [first, ...others] = createMemberEvents(20)
    if (first) await appendToPostgresOutbox(service.pool, first)
    await published.promise
    for (const event of others) await appendToPostgresOutbox(service.pool, event)
    await one.stop()
    expect(sizes).toEqual([1, 19])
  })

  it('pauses by default, so that frequent events share the work of a publication', async () => {
    const publishedAt: number[] = []
    const measured: Bus = {
      ...bus,
      async publishMessages() {
        publishedAt.push(performance.now())
        if (publishedAt.length === 1) await appendToPostgresOutbox(service.pool, createMemberEvent(2))
      },
    }
    await openRelay(measured).start()
    await appendToPostgresOutbox(service.pool, createMemberEvent(1))
    await eventually(() => expect(publishedAt).toHaveLength(2))
    const [first = 0, second = 0] = publishedAt
    expect(second - first).toBeGreaterThanOrEqual(2) // 3 ms by a timer that may be a millisecond early
  })

  it('publishes events that another process appended, without a signal', async () => {
    const one = openRelay()
    await one.start()
    await using received = await subscribeAndCollect(bus, 'group')
    await using otherProcess = await openPostgres(service.url)
    const event = createMemberEvent(1)
    await appendToPostgresOutbox(otherProcess, event)
    await eventually(() => expect(received.ids).toEqual([event.id]))
  })

  it('retries while the bus is unavailable, and keeps the order', async () => {
    let isUnavailable = true
    const flaky: Bus = {
      ...bus,
      async publishMessages(batch) {
        if (isUnavailable) throw Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' })
        await bus.publishMessages(batch)
      },
    }
    const one = openRelay(flaky)
    await one.start()
    const all = createMemberEvents(3)
    for (const event of all) await appendToPostgresOutbox(service.pool, event)
    expect(await readPostgresOutbox(service.pool)).toEqual(all)
    isUnavailable = false
    await using received = await subscribeAndCollect(bus, 'group')
    await eventually(() => expect(received.ids).toEqual(ids(all)))
  })

  it('keeps the order beside other relays', async () => {
    const relays = [openRelay(), openRelay(), openRelay()]
    for (const one of relays) await one.start()
    await using received = await subscribeAndCollect(bus, 'group')
    const all = createMemberEvents(60)
    for (const event of all) await appendToPostgresOutbox(service.pool, event)
    await eventually(() => expect(received.ids).toEqual(ids(all)))
  })

  it('continues after its connection was terminated', async () => {
    const one = openRelay()
    await one.start()
    await using received = await subscribeAndCollect(bus, 'group')
    await eventually(async () => expect(await terminateConnections(service, 'meadow relay')).toBe(1))
    const event = createMemberEvent(1)
    await appendToPostgresOutbox(service.pool, event)
    await eventually(() => expect(received.ids).toEqual([event.id]))
  })

  it('stops publishing when it loses the connection that holds the lock', async () => {
    const event = createMemberEvent(1)
    await appendToPostgresOutbox(service.pool, event)
    const cutting: Bus = {
      ...bus,
      async publishMessages(batch) {
        await terminateConnections(service, 'meadow relay')
        await bus.publishMessages(batch)
      },
    }
    await expect(openRelay(cutting).drain()).rejects.toThrow()
    expect(await readPostgresOutbox(service.pool)).toEqual([event])
  })
})

describe('an event of a type that this version does not know', () => {
  it('is published in order with the others', async () => {
    const [before, after] = [createMemberEvent(1), createMemberEvent(3)]
    const unknown = { ...createMemberEvent(2), type: 'member.of-a-later-version' }
    await appendToPostgresOutbox(service.pool, before)
    await service.pool.query('insert into outbox (id, topic, key, event) values ($1, $2, $3, $4)', [
      unknown.id,
      'members',
      unknown.subject,
      JSON.stringify(unknown),
    ])
    await appendToPostgresOutbox(service.pool, after)
    expect(await openRelay().drain()).toBe(3)
    expect(await readPostgresOutbox(service.pool)).toEqual([])
    await using received = await subscribeAndCollect(bus, 'group')
    await eventually(() => expect(received.ids).toEqual(ids([before, unknown, after])))
  })
})

describe('a relay that stops', () => {
  it('publishes all events that were committed before', async () => {
    const [isPublishing, mayPublish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Bus = {
      ...bus,
      async publishMessages(batch) {
        isPublishing.resolve()
        await mayPublish.promise
        await bus.publishMessages(batch)
      },
    }
    const one = openRelay(slow)
    await one.start()
    const all = createMemberEvents(1_100)
    await appendToPostgresOutbox(service.pool, all.slice(0, 1))
    await isPublishing.promise
    await appendToPostgresOutbox(service.pool, all.slice(1))
    const stopping = one.stop()
    mayPublish.resolve()
    await stopping
    expect(await readPostgresOutbox(service.pool)).toEqual([])
    await using received = await subscribeAndCollect(bus, 'group')
    await eventually(() => expect(received.ids).toEqual(ids(all)))
  })

  it('ends after a limit although new events keep it busy', async () => {
    let step = 1
    const busy: Bus = {
      ...bus,
      publishMessages: () => appendToPostgresOutbox(service.pool, createMemberEvent(++step)),
    }
    await appendToPostgresOutbox(service.pool, createMemberEvent(step))
    const one = openRelay(busy, { drainTimeoutMs: 1 })
    await one.start()
    await eventually(() => expect(step).toBeGreaterThan(1))
    await one.stop()
    expect(await readPostgresOutbox(service.pool)).not.toEqual([])
  })

  it('ends after a limit although the bus does not respond, and leaves the events to another relay', async () => {
    const isPublishing = Promise.withResolvers<void>()
    const hanging: Bus = {
      ...bus,
      publishMessages() {
        isPublishing.resolve()
        return new Promise(() => {})
      },
    }
    await appendToPostgresOutbox(service.pool, createMemberEvent(1))
    const one = openRelay(hanging, { drainTimeoutMs: 1 })
    await one.start()
    await isPublishing.promise
    await one.stop()
    expect(await openRelay().drain()).toBe(1)
  })

  it('leaves the events in the outbox if the bus is unavailable', async () => {
    const event = createMemberEvent(1)
    await appendToPostgresOutbox(service.pool, event)
    const one = openRelay({ ...bus, publishMessages: () => Promise.reject(new Error('unavailable')) })
    await one.start()
    await one.stop()
    expect(await readPostgresOutbox(service.pool)).toEqual([event])
  })
})

describe('a crash between publish and delete', () => {
  it('publishes the events again, and has one effect', async () => {
    await service.pool.query('create table effects (id uuid)')
    const effects = createPostgresConsumerStore(service.pool, (tx) => ({
      add: (id: string) => tx.query('insert into effects values ($1)', [id]),
    }))
    const consumer = createConsumer({
      name: 'effects',
      bus,
      store: effects,
      handlers: [
        onEvent(
          events.memberDeactivated,
          async ({ id }, { add }: { add(id: string): Promise<unknown> }) => void (await add(id)),
        ),
      ],
      log: testLog,
      now: () => new Date(),
    })
    running.push(consumer)
    await consumer.start()

    const all = createMemberEvents(3)
    await appendToPostgresOutbox(service.pool, all)
    const outbox = createPostgresOutbox(service.pool)
    const crashing = createOutboxRelay({
      outbox: { ...outbox, markPublished: () => Promise.reject(new Error('crash')) },
      bus,
      log: testLog,
    })
    running.push(crashing)
    await expect(crashing.drain()).rejects.toThrow('crash')
    expect(await readPostgresOutbox(service.pool)).toEqual(all)

    const next = openRelay()
    expect(await next.drain()).toBe(3)
    const last = createMemberEvent(4)
    await appendToPostgresOutbox(service.pool, last)
    await next.drain()
    await eventually(async () => {
      const { rows } = await service.pool.query('select id from effects')
      expect(rows.map(({ id }) => id)).toEqual(ids([...all, last]))
    })
    expect((await busDatabase.pool.query('select count(*)::int as n from log')).rows).toEqual([{ n: 7 }])
  })
})
