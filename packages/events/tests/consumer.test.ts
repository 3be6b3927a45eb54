import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { DomainError, getRequestId } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import {
  type Bus,
  createConsumer,
  createPostgresConsumerStore,
  type Delivery,
  onEvent,
  onEventBatch,
} from '../src/index.ts'
import { deliverEvents } from '../src/testing/index.ts'
import {
  type Bound,
  bind,
  createManualBus,
  createOutageError,
  database,
  deadLetters,
  startConsumer,
  steps,
} from './consumer-harness.ts'
import { createMemberEvent, createMemberEvents, createPostEvent } from './fixtures.ts'

describe('a consumer', () => {
  it('handles a batch in order, and each event once although it is repeated', async () => {
    const { deliver, stop } = await startConsumer()
    const [one, two, three] = createMemberEvents(3)
    await deliver([one, two, one])
    await deliver([two, three])
    expect(await steps()).toEqual([1, 2, 3])
    await stop()
  })

  it('wakes the tasks that wait for an event when it is committed, and no other task', async () => {
    const { bus, deliver } = createManualBus()
    const store = createPostgresConsumerStore(database.pool, bind)
    const woken: string[] = []
    const createTask = (name: string, wokenBy: string[]) => ({
      ...{ name, wokenBy, start: async () => {}, stop: async () => {} },
      wake: () => void woken.push(name),
    })
    const wokenTasks = [
      createTask('erasure', [events.memberErased.type, events.memberDeactivated.type]),
      createTask('export', [events.memberExportRequested.type]),
    ]
    let isUnavailable = true
    const handlers = [
      onEvent(events.memberDeactivated, async ({ data }, { add }: Bound) => {
        if (isUnavailable) throw createOutageError()
        await add(data.accountVersion)
      }),
    ]
    const now = () => new Date()
    const consumer = createConsumer({ name: 'effects', bus, store, handlers, wokenTasks, log: testLog, now })
    await consumer.start()
    await expect(deliver([createMemberEvent(1)])).rejects.toThrow('unavailable')
    expect(woken).toEqual([])
    isUnavailable = false
    await deliver([createMemberEvent(2), createMemberEvent(3)])
    expect(woken).toEqual(['erasure'])
    await consumer.stop()
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

describe('deliverEvents', () => {
  it('has one effect for an event that is delivered twice', async () => {
    const { store, handlers } = await startConsumer()
    const event: DomainEvent = createMemberEvent(1)
    await deliverEvents(handlers, store, [event])
    await deliverEvents(handlers, store, [event])
    await eventually(async () => expect(await steps()).toEqual([1]))
  })
})
