import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type DomainEvent, events, eventsByType } from '@meadow/contracts'
import { createMetrics, DomainError, getRequestId } from '@meadow/service'
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
import { deliverEvents, readPostgresOutbox } from '../src/testing/index.ts'
import { createMemberEvent, createMemberEvents, createPostEvent, createPostEvents } from './fixtures.ts'

/** Creates a bus that delivers what the test passes to `deliver`. */
function createManualBus() {
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

type Bound = { add(step: number): Promise<void> }
const bind = (tx: PoolClient): Bound => ({
  add: async (step) => void (await tx.query('insert into effects (step) values ($1)', [step])),
})

let database: TestDatabase
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
const deadLetters = async () => (await readPostgresOutbox(database.pool)) as unknown as DeadLetter[]

const steps = async () =>
  (await database.pool.query('select step from effects order by index')).rows.map(({ step }) => step)

/** Starts a consumer that stores the step of each event after it has called `before`. */
async function startConsumer(before: (step: number) => Promise<void> | void = () => {}, ping?: () => Promise<void>) {
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

const createOutageError = () => Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' })

describe('a consumer', () => {
  it('handles a batch in order, and each event once although it is repeated', async () => {
    const { deliver, stop } = await startConsumer()
    const [one, two, three] = createMemberEvents(3)
    await deliver([one, two, one])
    await deliver([two, three])
    expect(await steps()).toEqual([1, 2, 3])
    await stop()
  })

  it('skips events without a handler', async () => {
    const { deliver, stop } = await startConsumer()
    await deliver([createPostEvent(1), createMemberEvent(1), { ...createMemberEvent(2), type: 'member.promoted' }])
    expect(await steps()).toEqual([1])
    expect(await deadLetters()).toEqual([])
    await stop()
  })

  it('stores nothing of a batch that fails with a transient error, and rejects so that the bus repeats it', async () => {
    let isUnavailable = true
    const { deliver, stop } = await startConsumer((step) => {
      if (isUnavailable && step === 2) throw createOutageError()
    })
    const batch = createMemberEvents(3)
    await expect(deliver(batch)).rejects.toThrow('unavailable')
    expect(await steps()).toEqual([])
    isUnavailable = false
    await deliver(batch)
    expect(await steps()).toEqual([1, 2, 3])
    expect(await deadLetters()).toEqual([])
    await stop()
  })

  it('publishes a dead letter with cause and offset for an event that breaks a rule, and continues', async () => {
    const { deliver, stop } = await startConsumer((step) => {
      if (step === 2) throw new DomainError('post_not_found')
    })
    const batch = createMemberEvents(3)
    await deliver(batch)
    expect(await steps()).toEqual([1, 3])
    expect(await deadLetters()).toMatchObject([
      { consumer: 'effects', topic: 'members', offset: '2', event: batch[1], cause: 'DomainError: Post not found' },
    ])
    await stop()
  })

  it.each([
    ['not an object', 'hello'],
    ['not an envelope', { type: 'member.deactivated' }],
    ['not valid by its contract', { ...createMemberEvent(2), data: { accountVersion: 'two' } }],
    ['not from a service that publishes its type', { ...createMemberEvent(2), source: 'posts' }],
  ])('publishes a dead letter for an event that is %s', async (_what, poison) => {
    const { deliver, stop } = await startConsumer()
    await deliver([createMemberEvent(1), poison, createMemberEvent(3)])
    expect(await steps()).toEqual([1, 3])
    expect(await deadLetters()).toMatchObject([{ offset: '2', event: poison }])
    await stop()
  })

  it('publishes a dead letter for an event on a topic of other events, where another service may write', async () => {
    const { bus, deliver } = createManualBus()
    const handlers = [
      onEvent(events.memberDeactivated, async ({ data }, { add }: Bound) => add(data.accountVersion)),
      onEvent(events.postDeleted, async () => {}),
    ]
    const store = createPostgresConsumerStore(database.pool, bind)
    const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog, now: () => new Date() })
    await one.start()
    await deliver([createMemberEvent(1), createPostEvent(2)], 'members')
    await deliver([createMemberEvent(3)], 'posts')
    expect(await steps()).toEqual([1])
    expect(await deadLetters()).toMatchObject([
      { topic: 'members', cause: expect.stringContaining('post.deleted does not belong to the topic members') },
      { topic: 'posts', cause: expect.stringContaining('member.deactivated does not belong to the topic posts') },
    ])
    await one.stop()
  })

  it('tries a failing event five times by itself before it becomes a dead letter', async () => {
    let alone = -1 // the batch comes first
    const { deliver, stop } = await startConsumer((step) => {
      if (step !== 2) return
      alone += 1
      throw new TypeError('a mistake of ours')
    })
    await deliver(createMemberEvents(3))
    expect(await steps()).toEqual([1, 3])
    expect(alone).toBe(5)
    expect(await deadLetters()).toMatchObject([{ cause: 'TypeError: a mistake of ours' }])
    await stop()
  })

  it('handles an event that fails only at first', async () => {
    let failures = 3
    const { deliver, stop } = await startConsumer((step) => {
      if (step === 2 && failures-- > 0) throw new Error('not yet')
    })
    await deliver(createMemberEvents(3))
    expect(await steps()).toEqual([1, 2, 3])
    expect(await deadLetters()).toEqual([])
    await stop()
  })

  it('publishes one dead letter per event although its batch is repeated', async () => {
    let isUnavailable = true
    const { deliver, stop } = await startConsumer((step) => {
      if (step === 1) throw new DomainError('post_not_found')
      if (isUnavailable) throw createOutageError()
    })
    const batch = createMemberEvents(2)
    await expect(deliver(batch)).rejects.toThrow('unavailable')
    isUnavailable = false
    await deliver(batch)
    expect(await steps()).toEqual([2])
    expect(await deadLetters()).toHaveLength(1)
    await stop()
  })

  it('stores a dead letter and that its event was handled in one step', async () => {
    const { deliver, stop } = await startConsumer()
    await database.pool.query('alter table outbox rename to away')
    try {
      await expect(deliver(['hello', createMemberEvent(1)])).rejects.toThrow('outbox')
      expect((await database.pool.query('select from inbox')).rowCount).toBe(0)
    } finally {
      await database.pool.query('alter table away rename to outbox')
    }
    await deliver(['hello', createMemberEvent(1)])
    expect(await deadLetters()).toMatchObject([{ event: 'hello', consumer: 'effects' }])
    await stop()
  })

  it('stores one dead letter for a message without an id although it is repeated', async () => {
    const { bus } = createManualBus()
    let handle = async (_batch: readonly Delivery[]) => {}
    const repeating: Bus = {
      ...bus,
      subscribe: async (subscription) => {
        handle = subscription.handle
        return { [Symbol.asyncDispose]: async () => {} }
      },
    }
    const store = createPostgresConsumerStore(database.pool, bind)
    const now = () => new Date()
    const one = createConsumer({ name: 'effects', bus: repeating, store, handlers: [], log: testLog, now })
    await one.start()
    for (let times = 0; times < 2; times += 1) await handle([{ topic: 'members', offset: '1', event: 'hello' }])
    await handle([{ topic: 'members', offset: '2', event: 'hello' }])
    expect(await deadLetters()).toMatchObject([{ offset: '1' }, { offset: '2' }])
    await one.stop()
  })

  it('passes consecutive events of a type to a batch handler in order, and one by one after a failure', async () => {
    const { bus, deliver } = createManualBus()
    const calls: string[] = []
    const handlers = [
      onEventBatch(events.memberDeactivated, async (batch, { add }: Bound) => {
        calls.push(batch.map(({ data }) => data.accountVersion).join())
        if (batch.some(({ data }) => data.accountVersion === 5)) throw new DomainError('post_not_found')
        for (const { data } of batch) await add(data.accountVersion)
      }),
      onEvent(events.postDeleted, async ({ data }, { add }: Bound) => {
        calls.push(`post ${data.rev}`)
        await add(data.rev)
      }),
    ]
    const store = createPostgresConsumerStore(database.pool, bind)
    const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog, now: () => new Date() })
    await one.start()
    const [first, ...rest] = createMemberEvents(2)
    await deliver([first, ...rest, first, createPostEvent(3), createMemberEvent(4)])
    expect(calls.splice(0)).toEqual(['1,2', 'post 3', '4'])
    await deliver([createMemberEvent(5), createMemberEvent(6), createMemberEvent(7)])
    expect(calls).toEqual(['5,6,7', '5', '6', '7'])
    expect(await steps()).toEqual([1, 2, 3, 4, 6, 7])
    expect(await deadLetters()).toHaveLength(1)
    await one.stop()
  })

  it('handles an event in the trace of its request', async () => {
    const requestIds: (string | undefined)[] = []
    const { deliver, stop } = await startConsumer(() => void requestIds.push(getRequestId()))
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await deliver([{ ...createMemberEvent(1), traceparent }])
    expect(requestIds).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736'])
    await stop()
  })
})

describe('a consumer whose statement times out', () => {
  /** Starts a consumer whose statement for step 2 times out, alone or in a batch. */
  async function startSlowConsumer(ping?: () => Promise<void>) {
    let attempts = 0
    const createTimeout = () =>
      Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    const consumer = await startConsumer((step) => {
      if (step !== 2) return
      attempts += 1
      throw createTimeout()
    }, ping)
    return { ...consumer, countAttempts: () => attempts }
  }

  it('stores a dead letter after five attempts of the event alone, and continues', async () => {
    const { deliver, stop, countAttempts } = await startSlowConsumer()
    await deliver(createMemberEvents(3))
    expect(await steps()).toEqual([1, 3])
    expect(countAttempts()).toBe(6) // the batch comes first
    expect(await deadLetters()).toMatchObject([{ cause: 'Error: canceling statement due to statement timeout' }])
    await stop()
  })

  it('retries for ever while the store does not respond to a simple query', async () => {
    const { deliver, stop } = await startSlowConsumer(() => Promise.reject(createOutageError()))
    for (let times = 0; times < 7; times += 1)
      await expect(deliver(createMemberEvents(3))).rejects.toThrow('unavailable')
    expect(await deadLetters()).toEqual([])
    await stop()
  })

  it('takes the time-out of PostgreSQL itself for the fault of the event', async () => {
    const { deliver, stop } = await startConsumer(async (step) => {
      if (step !== 2) return
      const client = await database.pool.connect()
      try {
        await client.query('set statement_timeout = 20')
        await client.query('select pg_sleep(60)')
      } finally {
        client.release(true)
      }
    })
    await deliver(createMemberEvents(3))
    expect(await steps()).toEqual([1, 3])
    expect(await deadLetters()).toHaveLength(1)
    await stop()
  })
})

describe('a consumer whose handler keeps failing', () => {
  const fail = () => {
    throw new DomainError('post_not_found')
  }

  /** Starts a consumer that fails while `failing` says so, with its metrics and its probe. */
  async function startFailingConsumer(isFailing: (step: number) => boolean) {
    const consumer = await startConsumer((step) => {
      if (isFailing(step)) fail()
    })
    const metrics = createMetrics()
    consumer.one.registerMetrics?.(metrics)
    const state = async () => {
      const [, value] = /^consumer_paused\{group="effects"\} (\d)$/m.exec(await metrics.render()) ?? []
      const isDegraded = await consumer.one.degradationProbes?.['consumer']?.().then(
        () => false,
        () => true,
      )
      return { paused: value === '1', degraded: isDegraded }
    }
    return { ...consumer, state }
  }
  const running = { paused: false, degraded: false }

  it('pauses after 20 dead letters, and handles the other events in order when it is mended', async () => {
    let isBroken = true
    const { deliver, stop, state } = await startFailingConsumer(() => isBroken)
    expect(await state()).toEqual(running)
    const batch = createMemberEvents(30)
    for (let times = 0; times < 3; times += 1)
      await expect(deliver(batch)).rejects.toThrow('Too many of the last events failed')
    expect(await deadLetters()).toHaveLength(20)
    expect(await state()).toEqual({ paused: true, degraded: true })
    isBroken = false
    await deliver(batch)
    expect(await steps()).toEqual(batch.slice(20).map((_, index) => index + 21))
    expect(await state()).toEqual(running)
    expect(await deadLetters()).toHaveLength(20)
    await stop()
  })

  it('counts for all instances, and after a restart', async () => {
    const first = await startFailingConsumer(() => true)
    await first.deliver(createMemberEvents(15))
    const second = await startFailingConsumer(() => true)
    await second.deliver(createMemberEvents(5))
    for (const { deliver, stop } of [first, second]) {
      await expect(deliver(createMemberEvents(1))).rejects.toThrow('Too many')
      await stop()
    }
    const restarted = await startFailingConsumer(() => true)
    await expect(restarted.deliver(createMemberEvents(1))).rejects.toThrow('Too many')
    expect(await deadLetters()).toHaveLength(20)
    await restarted.stop()
  })

  it('makes further dead letters after 80 events without a failure', async () => {
    const { deliver, stop, state } = await startFailingConsumer((step) => step <= 20 || step > 98)
    await deliver(createMemberEvents(98))
    const [failing, next] = [createMemberEvent(99), createMemberEvent(98)]
    await expect(deliver([failing])).rejects.toThrow('Too many')
    await deliver([createMemberEvent(97)])
    await deliver([next])
    await deliver([failing])
    expect(await deadLetters()).toHaveLength(21)
    expect(await state()).toEqual(running)
    await stop()
  })

  it('does not pause for a repeat of an event that became a dead letter before', async () => {
    const { deliver, stop, state } = await startFailingConsumer(() => false)
    const broken = createMemberEvents(20).map((event) => ({ ...event, data: {} }))
    for (const step of [1, 2]) await deliver([...broken, createMemberEvent(step)])
    expect(await deadLetters()).toHaveLength(20)
    expect(await steps()).toEqual([1, 2])
    expect(await state()).toEqual(running)
    await stop()
  })

  it('does not pause for failures of months ago', async () => {
    const { deliver, stop, state } = await startFailingConsumer((step) => step <= 21)
    await deliver(createMemberEvents(20))
    await database.pool.query(`update consumer_failures set failed_at = array_fill(now() - interval '60 days', '{20}')`)
    await deliver([createMemberEvent(21)])
    expect(await deadLetters()).toHaveLength(21)
    expect(await state()).toEqual(running)
    await stop()
  })

  it('tries an event of another type five times although it pauses', async () => {
    const { bus, deliver } = createManualBus()
    let failures = 3
    const handlers = [
      onEvent(events.memberDeactivated, async () => fail()),
      onEvent(events.postDeleted, async ({ data }, { add }: Bound) => {
        if (data.rev === 201 && failures-- > 0) throw new Error('not yet')
        await add(data.rev)
      }),
    ]
    const store = createPostgresConsumerStore(database.pool, bind)
    const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog, now: () => new Date() })
    await one.start()
    await deliver(createMemberEvents(20))
    await deliver(createPostEvents(100))
    await expect(deliver(createMemberEvents(1))).rejects.toThrow('Too many')
    await deliver([createPostEvent(201)])
    expect((await steps()).at(-1)).toBe(201)
    expect(await deadLetters()).toHaveLength(20)
    await one.stop()
  })

  it('pauses although events of other types succeed meanwhile', async () => {
    const { bus, deliver } = createManualBus()
    const handlers = [
      onEvent(events.memberDeactivated, async () => fail()),
      onEvent(events.postDeleted, async () => {}),
    ]
    const store = createPostgresConsumerStore(database.pool, bind)
    const one = createConsumer({ name: 'effects', bus, store, handlers, log: testLog, now: () => new Date() })
    await one.start()
    await deliver(createMemberEvents(20))
    await deliver(createPostEvents(200))
    await expect(deliver(createMemberEvents(1))).rejects.toThrow('Too many')
    expect(await deadLetters()).toHaveLength(20)
    await one.stop()
  })

  it('does not pause for events that their source may not publish', async () => {
    const { deliver, stop, state } = await startFailingConsumer(() => false)
    await deliver([...createMemberEvents(30).map((event) => ({ ...event, source: 'posts' })), createMemberEvent(1)])
    expect(await deadLetters()).toHaveLength(30)
    expect(await steps()).toEqual([1])
    expect(await state()).toEqual(running)
    await stop()
  })
})

describe('deliverEvents', () => {
  it('has one effect for an event that is delivered twice', async () => {
    const { store, handlers } = await startConsumer()
    const event: DomainEvent = createMemberEvent(1)
    await deliverEvents(handlers, store, [event])
    await deliverEvents(handlers, store, [event])
    await eventually(async () => expect(await steps()).toEqual([1]))
  })
})
