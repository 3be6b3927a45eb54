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
import { change, changes, hear } from './given.ts'

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

function aRelay(over: Bus = bus): OutboxRelay {
  const one = createOutboxRelay({ outbox: createPostgresOutbox(service.pool), bus: over, log: testLog })
  running.push(one)
  return one
}

describe('a relay', () => {
  it('publishes what waits, oldest first, in batches, and answers how many', async () => {
    const sizes: number[] = []
    const measured: Bus = {
      ...bus,
      publish(batch) {
        sizes.push(batch.length)
        return bus.publish(batch)
      },
    }
    const all = changes(450)
    await appendToPostgresOutbox(service.pool, all)
    const one = aRelay(measured)
    expect(await one.drain()).toBe(450)
    expect(sizes).toEqual([200, 200, 50])
    expect(await readPostgresOutbox(service.pool)).toEqual([])
    await using heard = await hear(bus, 'group')
    await eventually(() => expect(heard.ids).toEqual(ids(all)))
  })

  it('publishes events that another process appended, without a signal', async () => {
    const one = aRelay()
    await one.start()
    await using heard = await hear(bus, 'group')
    await using otherProcess = await openPostgres(service.url)
    const event = change(1)
    await appendToPostgresOutbox(otherProcess, event)
    await eventually(() => expect(heard.ids).toEqual([event.id]))
  })

  it('tries again when the bus is away, and keeps the order', async () => {
    let away = true
    const flaky: Bus = {
      ...bus,
      async publish(batch) {
        if (away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        await bus.publish(batch)
      },
    }
    const one = aRelay(flaky)
    await one.start()
    const all = changes(3)
    for (const event of all) await appendToPostgresOutbox(service.pool, event)
    expect(await readPostgresOutbox(service.pool)).toEqual(all)
    away = false
    await using heard = await hear(bus, 'group')
    await eventually(() => expect(heard.ids).toEqual(ids(all)))
  })

  it('never overtakes another one', async () => {
    const relays = [aRelay(), aRelay(), aRelay()]
    for (const one of relays) await one.start()
    await using heard = await hear(bus, 'group')
    const all = changes(60)
    for (const event of all) await appendToPostgresOutbox(service.pool, event)
    await eventually(() => expect(heard.ids).toEqual(ids(all)))
  })

  it('goes on after its connection was ended', async () => {
    const one = aRelay()
    await one.start()
    await using heard = await hear(bus, 'group')
    await eventually(async () => expect(await terminateConnections(service, 'meadow relay')).toBe(1))
    const event = change(1)
    await appendToPostgresOutbox(service.pool, event)
    await eventually(() => expect(heard.ids).toEqual([event.id]))
  })

  it('stops its turn when it has lost the connection that held the lock', async () => {
    const event = change(1)
    await appendToPostgresOutbox(service.pool, event)
    const cut: Bus = {
      ...bus,
      async publish(batch) {
        await terminateConnections(service, 'meadow relay')
        await bus.publish(batch)
      },
    }
    await expect(aRelay(cut).drain()).rejects.toThrow()
    expect(await readPostgresOutbox(service.pool)).toEqual([event])
  })
})

describe('a crash between publish and delete', () => {
  it('publishes again, and has one effect', async () => {
    await service.pool.query('create table effects (id uuid)')
    const effects = createPostgresConsumerStore(service.pool, (tx) => ({
      add: (id: string) => tx.query('insert into effects values ($1)', [id]),
    }))
    const heard = createConsumer({
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
    })
    running.push(heard)
    await heard.start()

    const all = changes(3)
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

    const next = aRelay()
    expect(await next.drain()).toBe(3)
    const last = change(4)
    await appendToPostgresOutbox(service.pool, last)
    await next.drain()
    await eventually(async () => {
      const { rows } = await service.pool.query('select id from effects')
      expect(rows.map(({ id }) => id)).toEqual(ids([...all, last]))
    })
    expect((await busDatabase.pool.query('select count(*)::int as n from log')).rows).toEqual([{ n: 7 }])
  })
})
