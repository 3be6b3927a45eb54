import { describe, expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { describeOnEachEngine, eventually, shareAcrossTests, testLog } from '@meadow/testing'
import {
  type Bus,
  type ConsumerStore,
  createConsumer,
  type DeadLetter,
  type Delivery,
  type Inbox,
  onEvent,
  openBus,
} from '../src/index.ts'
import { readDeadLetters } from '../src/testing/index.ts'
import {
  createMemberEvent,
  createMemberEvents,
  createPostEvent,
  createTestDeadLetter,
  getEventId,
  noon,
  publishDeadLetters,
  subscribeAndCollect,
} from './fixtures.ts'
import { listTestBuses } from './test-buses.ts'

const createGroupName = () => `group-${newId(noon)}`
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)

describeOnEachEngine(await listTestBuses(), (open) => {
  const opened = shareAcrossTests(open)

  it('delivers all events to every group in the order of publishing', async () => {
    const { bus, another } = await opened()
    await using here = await subscribeAndCollect(bus, createGroupName())
    await using there = await subscribeAndCollect(another, createGroupName())
    const published = createMemberEvents(500)
    await bus.publish(published.slice(0, 300))
    await bus.publish(published.slice(300))
    await eventually(() => expect(here.ids.slice(-500)).toEqual(ids(published)))
    await eventually(() => expect(there.ids.slice(-500)).toEqual(ids(published)))
  })

  it('delivers events to a new group that were published before it subscribed', async () => {
    const { bus } = await opened()
    const early = createMemberEvent(1)
    await bus.publish([early])
    await using late = await subscribeAndCollect(bus, createGroupName())
    await eventually(() => expect(late.ids.at(-1)).toBe(early.id))
  })

  it('delivers only the subscribed topics to a group', async () => {
    const { bus } = await opened()
    await using posts = await subscribeAndCollect(bus, createGroupName(), ['posts'])
    await using both = await subscribeAndCollect(bus, createGroupName(), ['members', 'posts'])
    const [member, post] = [createMemberEvent(1), createPostEvent(1)]
    await bus.publish([member, post])
    await eventually(() => expect(both.ids).toEqual(expect.arrayContaining([member.id, post.id])))
    await eventually(() => expect(posts.ids).toContain(post.id))
    expect(posts.ids).not.toContain(member.id)
  })

  it('continues at the committed offset of a group', async () => {
    const { bus, another } = await opened()
    const group = createGroupName()
    const [before, between] = [createMemberEvent(1), createMemberEvent(2)]
    {
      await using first = await subscribeAndCollect(bus, group)
      await bus.publish([before])
      await eventually(() => expect(first.ids).toContain(before.id))
    }
    await bus.publish([between])
    await using second = await subscribeAndCollect(another, group)
    await eventually(() => expect(second.ids).toEqual([between.id]))
  })

  it('delivers a failed batch again, before later events', async () => {
    const { bus } = await opened()
    const group = createGroupName()
    await skipEarlierEvents(bus, group)
    const deliveredIds: string[] = []
    let failures = 3
    await using _ = await bus.subscribe({
      group,
      topics: ['members'],
      async handle(batch) {
        deliveredIds.push(...batch.map(getEventId))
        if (failures-- > 0) throw new Error('not now')
      },
    })
    const [first, second] = [createMemberEvent(1), createMemberEvent(2)]
    await bus.publish([first])
    await eventually(() => expect(deliveredIds).toEqual([first.id]))
    await bus.publish([second])
    await eventually(() => expect(deliveredIds.at(-1)).toBe(second.id))
    expect(deliveredIds.indexOf(second.id)).toBeGreaterThanOrEqual(3)
    expect(deliveredIds.filter((id) => id === first.id).length).toBeGreaterThanOrEqual(4)
  })

  it('delivers a batch again that a subscription had not finished when it ended', async () => {
    const { bus, another } = await opened()
    const group = createGroupName()
    await skipEarlierEvents(bus, group)
    const event = createMemberEvent(1)
    const handlerStarted = Promise.withResolvers<void>()
    const failing = await bus.subscribe({
      group,
      topics: ['members'],
      async handle() {
        handlerStarted.resolve()
        throw new Error('not now')
      },
    })
    await bus.publish([event])
    await handlerStarted.promise
    await failing[Symbol.asyncDispose]()
    await using next = await subscribeAndCollect(another, group)
    await eventually(() => expect(next.ids).toEqual([event.id]))
  })

  it('delivers an event to one subscription of a group, and to another after that one ends', async () => {
    const { bus, another } = await opened()
    const group = createGroupName()
    await skipEarlierEvents(bus, group)
    const one = await subscribeAndCollect(bus, group)
    const first = createMemberEvent(1)
    await bus.publish([first])
    await eventually(() => expect(one.ids).toEqual([first.id]))
    await using two = await subscribeAndCollect(another, group)
    const second = createMemberEvent(2)
    await bus.publish([second])
    await eventually(() => expect([...one.ids, ...two.ids]).toContain(second.id))
    await one[Symbol.asyncDispose]()
    const third = createMemberEvent(3)
    await bus.publish([third])
    await eventually(() => expect(two.ids).toContain(third.id))
    expect([...one.ids, ...two.ids]).toEqual(ids([first, second, third]))
  })

  it('finishes the running batch before a subscription ends', async () => {
    const { bus } = await opened()
    const group = createGroupName()
    await skipEarlierEvents(bus, group)
    const [handlerStarted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let finished = false
    const subscription = await bus.subscribe({
      group,
      topics: ['members'],
      async handle() {
        handlerStarted.resolve()
        await mayEnd.promise
        finished = true
      },
    })
    await bus.publish([createMemberEvent(1)])
    await handlerStarted.promise
    const ended = subscription[Symbol.asyncDispose]()
    mayEnd.resolve()
    await ended
    expect(finished).toBe(true)
  })

  it('allows to publish the same event twice', async () => {
    const { bus } = await opened()
    await using received = await subscribeAndCollect(bus, createGroupName())
    const event = createMemberEvent(1)
    await bus.publish([event])
    await bus.publish([event])
    await eventually(() => expect(received.ids.slice(-2)).toEqual([event.id, event.id]))
  })

  it('rejects an event of an unknown type, and publishes no other event of that call', async () => {
    const { bus } = await opened()
    await using received = await subscribeAndCollect(bus, createGroupName())
    const [before, after] = [createMemberEvent(1), createMemberEvent(2)]
    await expect(bus.publish([before, { ...createMemberEvent(3), type: 'no.such' }])).rejects.toThrow('no.such')
    await bus.publish([after])
    await eventually(() => expect(received.ids).toContain(after.id))
    expect(received.ids).not.toContain(before.id)
  })

  it('delivers events of an unknown type in order with the others', async () => {
    const { bus } = await opened()
    await using received = await subscribeAndCollect(bus, createGroupName())
    const [before, event, after] = createMemberEvents(3) as [DomainEvent, DomainEvent, DomainEvent]
    const all = [before, { ...event, type: 'no.such' }, after]
    await bus.publishMessages(
      all.map((event) => ({ topic: 'members', key: event.subject, value: JSON.stringify(event) })),
    )
    await eventually(() => expect(received.ids.slice(-3)).toEqual(ids(all)))
  })

  it('stores dead letters on a topic of their own', async () => {
    const { bus } = await opened()
    const deadLetters: Delivery[] = []
    const handle = async (batch: readonly Delivery[]) => void deadLetters.push(...batch)
    await using _ = await bus.subscribe({ group: createGroupName(), topics: ['members.dead'], handle })
    const deadLetter = createTestDeadLetter({ offset: '7' })
    await publishDeadLetters(bus, deadLetter)
    await eventually(() => expect(deadLetters.map(({ event }) => event)).toEqual([deadLetter]))
  })

  it('reports the lag of a group from its first read on', async () => {
    const { bus, operator } = await opened()
    const group = createGroupName()
    const lagOf = async (topic: string) =>
      (await operator.lag()).find((lag) => lag.group === group && lag.topic === topic)
    const mayEnd = Promise.withResolvers<void>()
    {
      const waiting = { group, topics: ['members'], handle: () => mayEnd.promise }
      await using _ = await bus.subscribe(waiting)
      await bus.publish([createMemberEvent(1), createMemberEvent(2)])
      await eventually(async () => expect((await lagOf('members'))?.lag).toBeGreaterThanOrEqual(2))
      expect((await lagOf('members'))?.oldest).toBeInstanceOf(Date)
      expect(await lagOf('posts')).toBeUndefined()
      mayEnd.resolve()
    }
    await skipEarlierEvents(bus, group)
    await eventually(async () => expect(await lagOf('members')).toEqual({ group, topic: 'members', lag: 0 }))
  })

  it('reads the dead letters of one or all topics, oldest first, and replays each once', async () => {
    const { bus, operator } = await opened()
    const replayed: Delivery[] = []
    const handle = async (batch: readonly Delivery[]) => void replayed.push(...batch)
    await using _ = await bus.subscribe({ group: createGroupName(), topics: ['posts.replay'], handle })
    const consumer = createGroupName()
    const [first, other, second] = [
      createTestDeadLetter({ topic: 'posts', offset: '7', consumer }),
      createTestDeadLetter({ topic: 'members', offset: '8', consumer }),
      createTestDeadLetter({ topic: 'posts', offset: '9', consumer }),
    ]
    await publishDeadLetters(bus, first, other)
    await publishDeadLetters(bus, second)
    const readOwn = async (topic?: string) =>
      (await readDeadLetters(operator, topic)).filter(({ deadLetter }) => deadLetter.consumer === consumer)
    expect((await readOwn()).map(({ deadLetter }) => deadLetter)).toEqual([other, first, second])
    const postDeadLetters = await readOwn('posts')
    expect(postDeadLetters.map(({ deadLetter }) => deadLetter)).toEqual([first, second])

    const counts = await Promise.all([operator.replay(postDeadLetters), operator.replay(postDeadLetters)])
    expect(counts.toSorted()).toEqual([0, 2])
    expect((await readOwn()).map(({ deadLetter }) => deadLetter)).toEqual([other])
    await eventually(() => expect(replayed.map(({ event }) => event)).toMatchObject([{ offset: '7' }, { offset: '9' }]))
    expect(replayed).toMatchObject([{ event: { id: first.id, consumer, topic: 'posts', event: first.event } }, {}])
  })

  it('stores a dead letter once although it is published again', async () => {
    const { bus, another, operator } = await opened()
    const [one, two] = [createTestDeadLetter(), createTestDeadLetter()]
    await publishDeadLetters(bus, one)
    await publishDeadLetters(another, one, two)
    await publishDeadLetters(bus, two, one)
    const ids = (await readDeadLetters(operator, 'members')).map(({ deadLetter }) => deadLetter.id)
    expect(ids.filter((id) => [one.id, two.id].includes(id))).toEqual([one.id, two.id])
  })

  it('leaves out dead letters that are stored while their pages are read', async () => {
    const { bus, operator } = await opened()
    const [before, meanwhile] = [
      createTestDeadLetter({ topic: 'messages' }),
      createTestDeadLetter({ topic: 'messages' }),
    ]
    await publishDeadLetters(bus, before)
    const ids: string[] = []
    for await (const page of operator.readDeadLetterPages('messages')) {
      ids.push(...page.map(({ deadLetter }) => deadLetter.id))
      await publishDeadLetters(bus, meanwhile)
    }
    expect(ids).toEqual([before.id])
  })

  it('tails new events of the requested topics', async () => {
    const { bus, operator } = await opened()
    await bus.publish([createMemberEvent(1)])
    const stopped = new AbortController()
    const tailed: unknown[] = []
    const watching = (async () => {
      for await (const { topic, event } of operator.tail(['posts'], stopped.signal)) tailed.push({ topic, event })
    })()
    const markers: unknown[] = []
    await eventually(async () => {
      const marker = createPostEvent(markers.length)
      markers.push({ topic: 'posts', event: marker })
      await bus.publish([createMemberEvent(2), marker]) // repeated until the tail has started
      expect(tailed.length).toBeGreaterThan(0)
    })
    await eventually(() => expect(tailed.at(-1)).toEqual(markers.at(-1)))
    expect(tailed).toEqual(markers.slice(-tailed.length))
    stopped.abort()
    await watching
  })

  it('makes an event from a service that does not publish its type a dead letter, and handles the others', async () => {
    const { bus } = await opened()
    await using consumer = await startMemberConsumer(bus)
    const [before, after] = [createMemberEvent(1), createMemberEvent(3)]
    const forged = { ...createMemberEvent(2), source: 'social' }
    await bus.publish([before, forged, after])
    await eventually(() => expect(consumer.handledIds.has(after.id)).toBe(true))
    expect([before, forged].map(({ id }) => consumer.handledIds.has(id))).toEqual([true, false])
    expect(consumer.deadLetters).toMatchObject([
      { event: forged, cause: expect.stringContaining('social does not publish member.deactivated') },
    ])
  })

  it('responds to a ping', async () => {
    const { bus } = await opened()
    await expect(bus.ping()).resolves.toBeUndefined()
  })
})

describe('opening a bus', () => {
  it('rejects a URL without an adapter', async () => {
    await expect(openBus('unknown://host', { log: testLog })).rejects.toThrow('No event bus')
  })
})

/** Starts a consumer of deactivated members, with an inbox in memory. */
async function startMemberConsumer(bus: Bus) {
  const name = createGroupName()
  const handledIds = new Set<string>()
  const deadLetters: DeadLetter[] = []
  const inbox: Inbox = {
    insertNew: async (_consumer, entries) => new Set(ids(entries)),
    countEventsSinceFailures: async () => undefined,
    recordFailure: async () => {},
    appendDeadLetter: async ({ value }) => void deadLetters.push(JSON.parse(value)),
    deleteExpired: async () => false,
  }
  const store: ConsumerStore<undefined> = { transaction: (work) => work(undefined, inbox), ping: async () => {} }
  const handlers = [onEvent(events.memberDeactivated, async ({ id }) => void handledIds.add(id))]
  const consumer = createConsumer({ name, bus, store, handlers, log: testLog, now: () => new Date() })
  await consumer.start()
  return { name, handledIds, deadLetters, [Symbol.asyncDispose]: async () => consumer.stop() }
}

/** Lets a group read all events that earlier tests have published. */
async function skipEarlierEvents(bus: Bus, group: string): Promise<void> {
  await using received = await subscribeAndCollect(bus, group)
  const last = createMemberEvent(1)
  await bus.publish([last])
  await eventually(() => expect(received.ids).toContain(last.id))
}
