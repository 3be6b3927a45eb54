import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { currentRequestId, DomainError } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
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
  onEventBatch,
} from '../src/index.ts'
import { deliverEvents } from '../src/testing/index.ts'
import { change, changes, deletion } from './given.ts'

/** A bus that hands over what the test says, and keeps the dead letters. */
function handBus() {
  const letters: DeadLetter[] = []
  let handle: (batch: readonly Delivery[]) => Promise<void> = async () => {}
  let offset = 0
  const bus: Bus = {
    publish: async () => {},
    publishDeadLetter: async (letter) => void letters.push(letter),
    subscribe: async (subscription) => {
      handle = subscription.handle
      return { [Symbol.asyncDispose]: async () => {} }
    },
    ping: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  const bring = (batch: readonly unknown[]) =>
    handle(batch.map((event) => ({ topic: 'members', offset: String(++offset), event })))
  return { bus, letters, bring }
}

type Bound = { add(step: number): Promise<void> }
const bind = (tx: PoolClient): Bound => ({
  add: async (step) => void (await tx.query('insert into effects (step) values ($1)', [step])),
})

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase(eventDeliveryMigrations)
  await database.pool.query('create table effects (place integer generated always as identity, step integer)')
})
afterEach(async () => {
  await database[Symbol.asyncDispose]()
})

const steps = async () =>
  (await database.pool.query('select step from effects order by place')).rows.map(({ step }) => step)

/** A consumer that notes the step of each change, after `before` had its say. */
async function consuming(before: (step: number) => Promise<void> | void = () => {}) {
  const { bus, letters, bring } = handBus()
  const store = createPostgresConsumerStore(database.pool, bind)
  const handlers = [
    onEvent(events.memberDeactivated, async ({ data }, { add }: Bound) => {
      await before(data.accountVersion)
      await add(data.accountVersion)
    }),
  ]
  const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog })
  await one.start()
  return { letters, bring, store, handlers, stop: one.stop }
}

const outage = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })

describe('a consumer', () => {
  it('handles a batch in order, and each event once, however often it comes', async () => {
    const { bring, stop } = await consuming()
    const [one, two, three] = changes(3)
    await bring([one, two, one])
    await bring([two, three])
    expect(await steps()).toEqual([1, 2, 3])
    await stop()
  })

  it('skips events that it does not want', async () => {
    const { bring, letters, stop } = await consuming()
    await bring([deletion(1), change(1), { ...change(2), type: 'member.promoted' }])
    expect(await steps()).toEqual([1])
    expect(letters).toEqual([])
    await stop()
  })

  it('keeps nothing of a batch while the surroundings are at fault, and has it brought again', async () => {
    let away = true
    const { bring, letters, stop } = await consuming((step) => {
      if (away && step === 2) throw outage()
    })
    const batch = changes(3)
    await expect(bring(batch)).rejects.toThrow('away')
    expect(await steps()).toEqual([])
    away = false
    await bring(batch)
    expect(await steps()).toEqual([1, 2, 3])
    expect(letters).toEqual([])
    await stop()
  })

  it('buries an event that breaks a rule, with cause and position, and goes on with the others', async () => {
    const { bring, letters, stop } = await consuming((step) => {
      if (step === 2) throw new DomainError('post_not_found')
    })
    const batch = changes(3)
    await bring(batch)
    expect(await steps()).toEqual([1, 3])
    expect(letters).toMatchObject([
      { consumer: 'effects', topic: 'members', position: '2', event: batch[1], cause: 'DomainError: Post not found' },
    ])
    await stop()
  })

  it.each([
    ['no object', 'hello'],
    ['no envelope', { type: 'member.deactivated' }],
    ['no data of its contract', { ...change(2), data: { accountVersion: 'two' } }],
  ])('buries what is %s', async (_what, poison) => {
    const { bring, letters, stop } = await consuming()
    await bring([change(1), poison, change(3)])
    expect(await steps()).toEqual([1, 3])
    expect(letters).toMatchObject([{ position: '2', event: poison }])
    await stop()
  })

  it('tries an event that fails by itself five times before it buries it', async () => {
    let alone = -1 // the batch comes first
    const { bring, letters, stop } = await consuming((step) => {
      if (step !== 2) return
      alone += 1
      throw new TypeError('a mistake of ours')
    })
    await bring(changes(3))
    expect(await steps()).toEqual([1, 3])
    expect(alone).toBe(5)
    expect(letters).toMatchObject([{ cause: 'TypeError: a mistake of ours' }])
    await stop()
  })

  it('keeps an event that fails only at first', async () => {
    let failures = 3
    const { bring, letters, stop } = await consuming((step) => {
      if (step === 2 && failures-- > 0) throw new Error('not yet')
    })
    await bring(changes(3))
    expect(await steps()).toEqual([1, 2, 3])
    expect(letters).toEqual([])
    await stop()
  })

  it('buries an event once, though its batch comes again', async () => {
    let away = true
    const { bring, letters, stop } = await consuming((step) => {
      if (step === 1) throw new DomainError('post_not_found')
      if (away) throw outage()
    })
    const batch = changes(2)
    await expect(bring(batch)).rejects.toThrow('away')
    away = false
    await bring(batch)
    expect(await steps()).toEqual([2])
    expect(letters).toHaveLength(1)
    await stop()
  })

  it('waits when the dead letter cannot be kept', async () => {
    const { bus } = handBus()
    let handle = async (_batch: readonly Delivery[]) => {}
    const full: Bus = {
      ...bus,
      publishDeadLetter: () => Promise.reject(outage()),
      subscribe: async (subscription) => {
        handle = subscription.handle
        return { [Symbol.asyncDispose]: async () => {} }
      },
    }
    const one = createConsumer({
      name: 'effects',
      bus: full,
      store: createPostgresConsumerStore(database.pool, bind),
      handlers: [],
      log: testLog,
    })
    await one.start()
    await expect(handle([{ topic: 'members', offset: '1', event: 'hello' }])).rejects.toThrow('away')
    await one.stop()
  })

  it('gives several events of a type at once to who takes several, in order, and one by one after a failure', async () => {
    const { bus, letters, bring } = handBus()
    const came: string[] = []
    const handlers = [
      onEventBatch(events.memberDeactivated, async (several, { add }: Bound) => {
        came.push(several.map(({ data }) => data.accountVersion).join())
        if (several.some(({ data }) => data.accountVersion === 5)) throw new DomainError('post_not_found')
        for (const { data } of several) await add(data.accountVersion)
      }),
      onEvent(events.postDeleted, async ({ data }, { add }: Bound) => {
        came.push(`post ${data.rev}`)
        await add(data.rev)
      }),
    ]
    const store = createPostgresConsumerStore(database.pool, bind)
    const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog })
    await one.start()
    const [first, ...others] = changes(2)
    await bring([first, ...others, first, deletion(3), change(4)])
    expect(came.splice(0)).toEqual(['1,2', 'post 3', '4'])
    await bring([change(5), change(6), change(7)])
    expect(came).toEqual(['5,6,7', '5', '6', '7'])
    expect(await steps()).toEqual([1, 2, 3, 4, 6, 7])
    expect(letters).toHaveLength(1)
    await one.stop()
  })

  it('handles an event as part of the trace that caused it', async () => {
    const seen: (string | undefined)[] = []
    const { bring, stop } = await consuming(() => void seen.push(currentRequestId()))
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await bring([{ ...change(1), traceparent }])
    expect(seen).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736'])
    await stop()
  })
})

describe('delivering in a test', () => {
  it('has one effect of one event delivered twice', async () => {
    const { store, handlers } = await consuming()
    const event: DomainEvent = change(1)
    await deliverEvents(handlers, store, [event])
    await deliverEvents(handlers, store, [event])
    await eventually(async () => expect(await steps()).toEqual([1]))
  })
})
