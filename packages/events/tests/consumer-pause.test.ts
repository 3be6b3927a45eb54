import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createMetrics, DomainError } from '@meadow/service'
import { testLog } from '@meadow/testing'
import { createConsumer, createPostgresConsumerStore, onEvent } from '../src/index.ts'
import { type Bound, bind, createManualBus, database, deadLetters, startConsumer, steps } from './consumer-harness.ts'
import { createMemberEvent, createMemberEvents, createPostEvent, createPostEvents } from './fixtures.ts'

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
