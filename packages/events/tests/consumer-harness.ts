import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { events, eventsByType } from '@meadow/contracts'
import { testLog } from '@meadow/testing'
import { openTestDatabase, type TestDatabase } from '@meadow/testing/postgres'
import type { PoolClient } from 'pg'
import {
  type Bus,
  createConsumer,
  createPostgresConsumerStore,
  type DeadLetter,
  type Delivery,
  eventDeliveryMigrations,
  onEvent,
} from '../src/index.ts'
import { readPostgresOutbox } from '../src/testing/index.ts'

/** Creates a bus that delivers what the test passes to `deliver`. */
export function createManualBus() {
  let handle: (batch: readonly Delivery[]) => Promise<void> = async () => {}
  const offsets = new Map<unknown, string>() // a repeated event has the same offset
  const bus: Bus = {
    publish: async () => {},
    publishMessages: async () => {},
    subscribe: async (subscription) => {
      handle = subscription.handle
      return { [Symbol.asyncDispose]: async () => {} }
    },
    ping: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  const toOffset = (event: unknown) => {
    const id = Object(event).id ?? event
    offsets.set(id, offsets.get(id) ?? String(offsets.size + 1))
    return offsets.get(id) ?? ''
  }
  const deliver = (batch: readonly unknown[], topic?: string) =>
    handle(
      batch.map((event) => ({
        topic: topic ?? eventsByType.get(Object(event).type)?.topic ?? 'members',
        offset: toOffset(event),
        event,
      })),
    )
  return { bus, deliver }
}

/** The part of a transaction that handlers of these tests use. */
export type Bound = { add(step: number): Promise<void> }
export const bind = (tx: PoolClient): Bound => ({
  add: async (step) => void (await tx.query('insert into effects (step) values ($1)', [step])),
})

/** Each test file that imports this module has its own database, emptied before each test. */
export let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase(eventDeliveryMigrations)
  await database.pool.query('create table effects (index integer generated always as identity, step integer)')
})
beforeEach(async () => {
  await database.pool.query('truncate effects, outbox, inbox, consumer_failures')
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

/** Reads the dead letters in the outbox, oldest first. */
export const deadLetters = async () => (await readPostgresOutbox(database.pool)) as unknown as DeadLetter[]

/** Reads the steps of the handled events, in the order in which they were handled. */
export const steps = async () =>
  (await database.pool.query('select step from effects order by index')).rows.map(({ step }) => step)

/** Starts a consumer that stores the step of each event after it has called `before`. */
export async function startConsumer(
  before: (step: number) => Promise<void> | void = () => {},
  ping?: () => Promise<void>,
) {
  const { bus, deliver } = createManualBus()
  const store = { ...createPostgresConsumerStore(database.pool, bind), ...(ping && { ping }) }
  const handlers = [
    onEvent(events.memberDeactivated, async ({ data }, { add }: Bound) => {
      await before(data.accountVersion)
      await add(data.accountVersion)
    }),
  ]
  const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog, now: () => new Date() })
  await one.start()
  return { one, deliver, store, handlers, stop: one.stop }
}

export const createOutageError = () => Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' })
