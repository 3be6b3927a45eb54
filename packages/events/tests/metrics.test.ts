import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createMetrics, currentRequestId, DomainError, type Logger } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase, type TestDatabase } from '@meadow/testing/postgres'
import {
  appendToPostgresOutbox,
  type Bus,
  createConsumer,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryMigrations,
  onEvent,
  openBus,
} from '../src/index.ts'
import { change, changes } from './given.ts'

let database: TestDatabase
let bus: Bus
beforeEach(async () => {
  database = await openTestDatabase(eventDeliveryMigrations)
  bus = await openBus(database.url, { log: testLog })
})
afterEach(async () => {
  await bus[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

describe('a relay', () => {
  it('tells how many events wait and for how long', async () => {
    const metrics = createMetrics()
    const one = createOutboxRelay({ outbox: createPostgresOutbox(database.pool), bus, log: testLog })
    one.registerMetrics?.(metrics)
    const empty = await metrics.render()
    expect(empty).toMatch(/^outbox_events 0$/m)
    expect(empty).toMatch(/^outbox_oldest_seconds 0$/m)

    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await appendToPostgresOutbox(database.pool, [{ ...change(1), time: anHourAgo }, change(2)])
    const text = await metrics.render()
    expect(text).toMatch(/^outbox_events 2$/m)
    expect(text).toMatch(/^outbox_oldest_seconds 36\d\d(\.\d+)?$/m)

    await one.drain()
    expect(await metrics.render()).toMatch(/^outbox_events 0$/m)
    await one.stop()
  })
})

describe('the bus', () => {
  it('tells how far the groups of this process are behind', async () => {
    const metrics = createMetrics()
    bus.registerMetrics?.(metrics)
    expect(await metrics.render()).not.toMatch(/^consumer_lag_events{/m)

    const mayGoOn = Promise.withResolvers<void>()
    const topics = ['members', 'posts']
    await using _subscription = await bus.subscribe({ group: 'slow', topics, handle: () => mayGoOn.promise })
    await bus.publish(changes(3))
    expect(await metrics.render()).toContain('\nconsumer_lag_events{group="slow",topic="members"} 3\n')
    mayGoOn.resolve()
    await eventually(async () => {
      const text = await metrics.render()
      for (const topic of topics) expect(text).toContain(`\nconsumer_lag_events{group="slow",topic="${topic}"} 0\n`)
    })
  })
})

describe('a consumer', () => {
  const refusing = (step: number) =>
    onEvent(events.memberDeactivated, async ({ data }) => {
      if (data.accountVersion === step) throw new DomainError('post_not_found')
    })

  /** A consumer that refuses step 2, on the real bus, and what it says. */
  async function consuming() {
    const metrics = createMetrics()
    const lines: unknown[] = []
    const say = (line: object, message: string) => lines.push({ ...line, message, requestId: currentRequestId() })
    const log: Logger = Object.assign(Object.create(testLog), { info: say, error: say })
    const store = createPostgresConsumerStore(database.pool, () => ({}))
    const one = createConsumer({ name: 'effects', bus, store, handlers: [refusing(2)], log })
    one.registerMetrics?.(metrics)
    await one.start()
    return { one, metrics, lines }
  }

  it('counts what it handles, once each, and what it buries', async () => {
    const { one, metrics } = await consuming()
    expect(await metrics.render()).toContain('\nconsumer_dead_letters_total{group="effects",topic="members"} 0\n')
    const all = changes(3)
    await bus.publish([...all, ...all])
    await eventually(async () => {
      const text = await metrics.render()
      expect(text).toContain('\nconsumer_events_total{group="effects",topic="members"} 2\n')
      expect(text).toContain('\nconsumer_dead_letters_total{group="effects",topic="members"} 1\n')
      expect(text).toContain('\nconsumer_batch_events_sum{group="effects"} 6\n')
    })
    await one.stop()
  })

  it('says of each event what became of it, under the id of the request that caused it', async () => {
    const { one, lines } = await consuming()
    const caused = (step: number, id: string): DomainEvent => ({
      ...change(step),
      traceparent: `00-${id.repeat(16)}-00f067aa0ba902b7-01`,
    })
    const [kept, refused] = [caused(1, 'ab'), caused(2, 'cd')]
    await bus.publish([kept, refused])
    await eventually(() => expect(lines).toHaveLength(2))
    expect(lines).toMatchObject([
      { message: 'handled', consumer: 'effects', type: kept.type, id: kept.id, requestId: 'ab'.repeat(16) },
      { message: 'dead letter', consumer: 'effects', id: refused.id, requestId: 'cd'.repeat(16) },
    ])
    await one.stop()
  })
})
