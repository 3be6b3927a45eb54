import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type DomainEvent, events, type ReceivedEvent } from '@meadow/contracts'
import { createMetrics, type Logger } from '@meadow/service'
import { alice } from '@meadow/testing'
import { openTestDatabase, type TestDatabase } from '@meadow/testing/postgres'
import {
  type Bus,
  createConsumer,
  createPostgresConsumerStore,
  eventDeliveryMigrations,
  onEvent,
  type Subscription,
} from '../src/index.ts'
import { createMemberEvent, createMemberEvents, noon } from './fixtures.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase(eventDeliveryMigrations)
})
afterEach(async () => {
  await database[Symbol.asyncDispose]()
})

type Handled = ReceivedEvent<typeof events.memberDeactivated | typeof events.memberEdgeSnapshot>

/** Starts a consumer of two types of events, which records what it handles, its warnings and its metrics. */
async function startConsumer() {
  const handled: Handled[] = []
  const warnings: object[] = []
  let handle: Subscription['handle'] = async () => {}
  const bus: Partial<Bus> = {
    subscribe: async (subscription) => {
      handle = subscription.handle
      return { [Symbol.asyncDispose]: async () => {} }
    },
  }
  const log = { info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) } as unknown as Logger
  const one = createConsumer({
    name: 'reader',
    bus: bus as Bus,
    store: createPostgresConsumerStore(database.pool, () => undefined),
    handlers: [
      onEvent(events.memberDeactivated, async (event) => void handled.push(event)),
      onEvent(events.memberEdgeSnapshot, async (event) => void handled.push(event)),
    ],
    log,
    now: () => noon,
  })
  const metrics = createMetrics()
  one.registerMetrics?.(metrics)
  await one.start()
  const read = async (name: string, labels = '') => {
    const series = `${name}{group="reader",topic="members"${labels}} `
    return Number((await metrics.render()).split(series)[1]?.split('\n')[0])
  }
  return {
    handled,
    warnings,
    deliver: (batch: readonly unknown[]) => handle(batch.map((event) => ({ topic: 'members', offset: '1', event }))),
    countUnknown: (unknown: 'type' | 'value') => read('consumer_unknown_events_total', `,unknown="${unknown}"`),
    countDeadLetters: () => read('consumer_dead_letters_total'),
    [Symbol.asyncDispose]: async () => one.stop(),
  }
}

const edgeSnapshot = (kind: string, id = createMemberEvent(1).id): DomainEvent => ({
  ...createMemberEvent(1),
  id,
  source: 'social',
  type: 'member.edge-snapshot',
  data: { kind, to: alice._id, version: 1, active: true, at: noon.toISOString(), addedField: 'x' },
})

describe('a consumer of events of a newer version', () => {
  it('skips events of an unknown type, counts each, and warns once of each type', async () => {
    await using consumer = await startConsumer()
    const [one, two, three] = createMemberEvents(3)
    const promoted = { ...createMemberEvent(4), type: 'member.promoted', data: { rank: 1 } }
    await consumer.deliver([one, promoted, two, { ...createMemberEvent(5), type: 'member.praised' }])
    await consumer.deliver([{ ...promoted, id: createMemberEvent(6).id }, three])
    expect(consumer.handled.map(({ id }) => id)).toEqual([one, two, three].map((event) => event?.id))
    expect(await consumer.countDeadLetters()).toBe(0)
    expect(await consumer.countUnknown('type')).toBe(3)
    expect(consumer.warnings).toEqual([
      { consumer: 'reader', topic: 'members', type: 'member.promoted' },
      { consumer: 'reader', topic: 'members', type: 'member.praised' },
    ])
  })

  it('does not count events of a known type without a handler', async () => {
    await using consumer = await startConsumer()
    await consumer.deliver([{ ...createMemberEvent(1), type: 'member.erased' }])
    expect(await consumer.countUnknown('type')).toBe(0)
    expect(consumer.warnings).toEqual([])
  })

  it('handles an event with a new enum value and a new field, counts it, and warns once of each value', async () => {
    await using consumer = await startConsumer()
    const [first, second] = [edgeSnapshot('friend'), edgeSnapshot('friend')]
    await consumer.deliver([first, edgeSnapshot('follow')])
    await consumer.deliver([first, second])
    const { addedField, ...data } = first.data as { addedField: string }
    expect(consumer.handled.filter(({ id }) => id === first.id)).toEqual([{ ...first, data }])
    expect(consumer.handled).toHaveLength(3)
    expect(await consumer.countDeadLetters()).toBe(0)
    expect(await consumer.countUnknown('value')).toBe(2)
    expect(consumer.warnings).toEqual([
      { consumer: 'reader', topic: 'members', type: 'member.edge-snapshot', value: 'kind: friend' },
    ])
  })
})
