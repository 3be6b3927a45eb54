import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { DomainError } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import type { PoolClient } from 'pg'
import { createConsumer, createPostgresConsumerStore, eventDeliveryMigrations, onEvent, openBus } from '../src/index.ts'
import { openBusOperator } from '../src/operate/open-operator.ts'
import { change } from './given.ts'

type Bound = { set(subject: string, step: number): Promise<void>; note(consumer: string, step: number): Promise<void> }
const bind = (tx: PoolClient): Bound => ({
  async set(subject, step) {
    await tx.query(
      `insert into states as known (subject, step) values ($1, $2) on conflict (subject)
       do update set step = excluded.step where known.step < excluded.step`,
      [subject, step],
    )
  },
  async note(name, step) {
    await tx.query('insert into heard (consumer, step) values ($1, $2)', [name, step])
  },
})

/** A bus with two consumers, of which 'careful' refuses the steps of `refused`; both keep the newest step they heard. */
async function startTwo(refused: Set<number>) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openTestDatabase(eventDeliveryMigrations))
  const { pool, url } = database
  await pool.query(`create table states (subject uuid primary key, step integer);
    create table heard (place integer generated always as identity, consumer text, step integer)`)
  const bus = opened.use(await openBus(url, { log: testLog }))
  const operator = opened.use(await openBusOperator(url, { log: testLog }))
  const begin = async (name: string, refuses: ReadonlySet<number>) => {
    const handler = onEvent(events.memberDeactivated, async ({ subject, data }, { set, note }: Bound) => {
      if (refuses.has(data.accountVersion)) throw new DomainError('post_not_found')
      await note(name, data.accountVersion)
      await set(subject, data.accountVersion)
    })
    const one = createConsumer({
      name,
      bus,
      store: createPostgresConsumerStore(pool, bind),
      handlers: [handler],
      log: testLog,
    })
    await one.start()
    opened.defer(() => one.stop())
  }
  await begin('careful', refused)
  await begin('bold', new Set())
  const kept = opened.move()
  return {
    bus,
    operator,
    heard: async (name: string): Promise<number[]> =>
      (await pool.query('select step from heard where consumer = $1 order by place', [name])).rows.map(
        (row) => row.step,
      ),
    step: async (): Promise<number> => (await pool.query('select step from states')).rows[0]?.step,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

describe('a dead letter that is replayed', () => {
  it('reaches the consumer that refused it, once and nobody else', async () => {
    const refused = new Set([2])
    await using two = await startTwo(refused)
    const { bus, operator, heard } = two
    await bus.publish([change(1), change(2)])
    const [letter] = await eventually(async () => {
      const letters = await operator.deadLetters('members')
      expect(letters).toMatchObject([{ letter: { consumer: 'careful', cause: 'DomainError: Post not found' } }])
      return letters
    })
    refused.clear()
    expect(await operator.replay(letter ? [letter] : [])).toBe(1)
    await eventually(async () => expect(await heard('careful')).toEqual([1, 2]))
    await bus.publish([change(3)])
    await eventually(async () => expect(await heard('bold')).toEqual([1, 2, 3]))
    await eventually(async () => expect(await heard('careful')).toEqual([1, 2, 3]))
    expect(await operator.deadLetters()).toEqual([])
  })

  it('dies again as it did the first time while its cause is there', async () => {
    await using two = await startTwo(new Set([1]))
    const { bus, operator } = two
    await bus.publish([change(1)])
    const dead = () =>
      eventually(async () => {
        const letters = await operator.deadLetters()
        expect(letters).toHaveLength(1)
        return letters
      })
    const first = await dead()
    await operator.replay(first)
    const [second] = await dead()
    expect(second?.offset).not.toBe(first[0]?.offset)
    expect(second?.deadLetter).toEqual({ ...first[0]?.deadLetter, diedAt: second?.deadLetter.failedAt })
  })

  it('changes nothing of a newer state, even a month later', async () => {
    await using two = await startTwo(new Set())
    const { bus, operator, heard, step } = two
    await bus.publish([change(5)])
    await eventually(async () => expect(await heard('careful')).toEqual([5]))
    const [event, diedAt] = [change(4), new Date(Date.now() - 30 * 86_400_000).toISOString()]
    await bus.publishDeadLetter({
      topic: 'members',
      offset: '1',
      event,
      consumer: 'careful',
      cause: 'Error: no',
      failedAt: diedAt,
    })
    expect(await operator.replay(await operator.deadLetters())).toBe(1)
    await eventually(async () => expect(await heard('careful')).toEqual([5, 4]))
    expect(await step()).toBe(5)
  })
})
