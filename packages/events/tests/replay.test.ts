import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { DomainError } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { PoolClient } from 'pg'
import {
  createConsumer,
  createOutboxRelay,
  createPostgresConsumerStore,
  createPostgresOutbox,
  eventDeliveryMigrations,
  onEvent,
  openBus,
} from '../src/index.ts'
import { openBusOperator } from '../src/operator/open-bus-operator.ts'
import { toReplayedEvent } from '../src/operator/replay.ts'
import { readDeadLetters } from '../src/testing/index.ts'
import { createMemberEvent, createTestDeadLetter, publishDeadLetters } from './fixtures.ts'

type Bound = {
  set(subject: string, step: number): Promise<void>
  record(consumer: string, step: number): Promise<void>
}
const bind = (tx: PoolClient): Bound => ({
  async set(subject, step) {
    await tx.query(
      `insert into states as current (subject, step) values ($1, $2) on conflict (subject)
       do update set step = excluded.step where current.step < excluded.step`,
      [subject, step],
    )
  },
  async record(name, step) {
    await tx.query('insert into handled (consumer, step) values ($1, $2)', [name, step])
  },
})

/** Starts two consumers on one bus; 'strict' rejects the steps in `rejected`. Both store the newest step that they handle. */
async function startTwoConsumers(rejected: Set<number>) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openTestDatabase(eventDeliveryMigrations))
  const { pool, url } = database
  await pool.query(`create table states (subject uuid primary key, step integer);
    create table handled (index integer generated always as identity, consumer text, step integer)`)
  const bus = opened.use(await openBus(url, { log: testLog }))
  const operator = opened.use(await openBusOperator(url, { log: testLog }))
  const relay = createOutboxRelay({ outbox: createPostgresOutbox(pool), bus, log: testLog })
  await relay.start()
  opened.defer(() => relay.stop())
  const openConsumer = async (name: string, rejects: ReadonlySet<number>) => {
    const handler = onEvent(events.memberDeactivated, async ({ subject, data }, { set, record }: Bound) => {
      if (rejects.has(data.accountVersion)) throw new DomainError('post_not_found')
      await record(name, data.accountVersion)
      await set(subject, data.accountVersion)
    })
    const one = createConsumer({
      name,
      bus,
      store: createPostgresConsumerStore(pool, bind),
      handlers: [handler],
      log: testLog,
      now: () => new Date(),
    })
    await one.start()
    opened.defer(() => one.stop())
  }
  await openConsumer('strict', rejected)
  await openConsumer('lenient', new Set())
  const resources = opened.move()
  return {
    bus,
    operator,
    handledBy: async (name: string): Promise<number[]> =>
      (await pool.query('select step from handled where consumer = $1 order by index', [name])).rows.map(
        (row) => row.step,
      ),
    step: async (): Promise<number> => (await pool.query('select step from states')).rows[0]?.step,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

describe('a replayed dead letter', () => {
  it('is delivered once, and only to the consumer that rejected it', async () => {
    const rejected = new Set([2])
    await using consumers = await startTwoConsumers(rejected)
    const { bus, operator, handledBy } = consumers
    await bus.publish([createMemberEvent(1), createMemberEvent(2)])
    const [deadLetter] = await eventually(async () => {
      const deadLetters = await readDeadLetters(operator, 'members')
      expect(deadLetters).toMatchObject([{ deadLetter: { consumer: 'strict', cause: 'DomainError: Post not found' } }])
      return deadLetters
    })
    rejected.clear()
    expect(await operator.replay(deadLetter ? [deadLetter] : [])).toBe(1)
    await eventually(async () => expect(await handledBy('strict')).toEqual([1, 2]))
    await bus.publish([createMemberEvent(3)])
    await eventually(async () => expect(await handledBy('lenient')).toEqual([1, 2, 3]))
    await eventually(async () => expect(await handledBy('strict')).toEqual([1, 2, 3]))
    expect(await readDeadLetters(operator)).toEqual([])
  })

  it('is handled once although two operators replay it, or a relay publishes it again after its replay', async () => {
    await using consumers = await startTwoConsumers(new Set())
    const { bus, operator, handledBy } = consumers
    const [deadLetter, last] = [1, 2].map((step) =>
      createTestDeadLetter({ consumer: 'strict', event: createMemberEvent(step) }),
    )
    if (!deadLetter || !last) throw new Error('unreachable')
    const replayed = { topic: 'members.replay', key: '', value: JSON.stringify(toReplayedEvent(deadLetter)) }
    await bus.publishMessages([replayed, replayed])
    await publishDeadLetters(bus, deadLetter, last)
    expect(await operator.replay(await readDeadLetters(operator))).toBe(2)
    await eventually(async () => expect(await handledBy('strict')).toEqual([1, 2]))
  })

  it('becomes the same dead letter again if it still fails', async () => {
    await using consumers = await startTwoConsumers(new Set([1]))
    const { bus, operator } = consumers
    await bus.publish([createMemberEvent(1)])
    const listDeadLetters = () =>
      eventually(async () => {
        const deadLetters = await readDeadLetters(operator)
        expect(deadLetters).toHaveLength(1)
        return deadLetters
      })
    const first = await listDeadLetters()
    await operator.replay(first)
    const [second] = await listDeadLetters()
    expect(second?.offset).not.toBe(first[0]?.offset)
    expect(second?.deadLetter.id).not.toBe(first[0]?.deadLetter.id)
    const { id, failedAt } = second?.deadLetter ?? {}
    expect(second?.deadLetter).toEqual({ ...first[0]?.deadLetter, id, failedAt })
  })

  it('does not overwrite a newer state, even after a month', async () => {
    await using consumers = await startTwoConsumers(new Set())
    const { bus, operator, handledBy, step } = consumers
    await bus.publish([createMemberEvent(5)])
    await eventually(async () => expect(await handledBy('strict')).toEqual([5]))
    const [event, failedAt] = [createMemberEvent(4), new Date(Date.now() - 30 * 86_400_000).toISOString()]
    await publishDeadLetters(bus, createTestDeadLetter({ event, consumer: 'strict', failedAt }))
    expect(await operator.replay(await readDeadLetters(operator))).toBe(1)
    await eventually(async () => expect(await handledBy('strict')).toEqual([5, 4]))
    expect(await step()).toBe(5)
  })
})
