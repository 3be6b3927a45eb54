import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createMetrics, DomainError, getRequestId, type Logger } from '@meadow/service'
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
import { createMemberEvent, createMemberEvents } from './fixtures.ts'

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

describe('an outbox relay', () => {
  it('reports the number of unpublished events and the age of the oldest', async () => {
    const metrics = createMetrics()
    const one = createOutboxRelay({ outbox: createPostgresOutbox(database.pool), bus, log: testLog })
    one.registerMetrics?.(metrics)
    const empty = await metrics.render()
    expect(empty).toMatch(/^outbox_events 0$/m)
    expect(empty).toMatch(/^outbox_oldest_seconds 0$/m)

    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    await appendToPostgresOutbox(database.pool, [{ ...createMemberEvent(1), time: anHourAgo }, createMemberEvent(2)])
    const text = await metrics.render()
    expect(text).toMatch(/^outbox_events 2$/m)
    expect(text).toMatch(/^outbox_oldest_seconds 36\d\d(\.\d+)?$/m)

    await one.drain()
    expect(await metrics.render()).toMatch(/^outbox_events 0$/m)
    await one.stop()
  })
})

describe('the bus', () => {
  it('reports the lag of the groups of this process', async () => {
    const metrics = createMetrics()
    bus.registerMetrics?.(metrics)
    expect(await metrics.render()).not.toMatch(/^consumer_lag_events{/m)

    const mayGoOn = Promise.withResolvers<void>()
    const topics = ['members', 'posts']
    await using _subscription = await bus.subscribe({ group: 'slow', topics, handle: () => mayGoOn.promise })
    await bus.publish(createMemberEvents(3))
    expect(await metrics.render()).toContain('\nconsumer_lag_events{group="slow",topic="members"} 3\n')
    mayGoOn.resolve()
    await eventually(async () => {
      const text = await metrics.render()
      for (const topic of topics) expect(text).toContain(`\nconsumer_lag_events{group="slow",topic="${topic}"} 0\n`)
    })
  })
})

describe('a consumer', () => {
  const createRejectingHandler = (step: number) =>
    onEvent(events.memberDeactivated, async ({ data }) => {
      if (data.accountVersion === step) throw new DomainError('post_not_found')
    })

  /** Starts a consumer that rejects step 2, and records its log lines. */
  async function startConsumer() {
    const metrics = createMetrics()
    const lines: unknown[] = []
    const record = (line: object, message: string) => lines.push({ requestId: getRequestId(), ...line, message })
    const log: Logger = Object.assign(Object.create(testLog), { info: record, error: record })
    const store = createPostgresConsumerStore(database.pool, () => ({}))
    const one = createConsumer({
      name: 'effects',
      bus,
      store,
      handlers: [createRejectingHandler(2)],
      log,
      now: () => new Date(),
    })
    one.registerMetrics?.(metrics)
    await one.start()
    return { one, metrics, lines }
  }

  it('counts handled events without repeats, and dead letters', async () => {
    const { one, metrics } = await startConsumer()
    expect(await metrics.render()).toContain('\nconsumer_dead_letters_total{group="effects",topic="members"} 0\n')
    const all = createMemberEvents(3)
    await bus.publish([...all, ...all])
    await eventually(async () => {
      const text = await metrics.render()
      expect(text).toContain('\nconsumer_events_total{group="effects",topic="members"} 2\n')
      expect(text).toContain('\nconsumer_dead_letters_total{group="effects",topic="members"} 1\n')
      expect(text).toContain('\nconsumer_batch_events_sum{group="effects"} 6\n')
    })
    await one.stop()
  })

  it('logs the result of each event with the id of the request that caused it, and a batch in one line', async () => {
    const { one, lines } = await startConsumer()
    const createCausedBy = (step: number, id: string): DomainEvent => ({
      ...createMemberEvent(step),
      traceparent: `00-${id.repeat(16)}-00f067aa0ba902b7-01`,
    })
    const [first, rejected, third] = [createCausedBy(1, 'ab'), createCausedBy(2, 'cd'), createCausedBy(3, 'ef')]
    await bus.publish([rejected])
    await eventually(() => expect(lines).toHaveLength(1))
    await bus.publish([first, third])
    await eventually(() => expect(lines).toHaveLength(2))
    const events = [
      { id: first.id, requestId: 'ab'.repeat(16) },
      { id: third.id, requestId: 'ef'.repeat(16) },
    ]
    expect(lines).toMatchObject([
      { message: 'dead letter', consumer: 'effects', id: rejected.id, requestId: 'cd'.repeat(16) },
      { message: 'events handled', consumer: 'effects', type: first.type, events },
    ])
    await one.stop()
  })
})
