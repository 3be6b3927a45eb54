import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { describeOnEachEngine, eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { type Bus, type DeadLetter, type Delivery, openBus } from '../src/index.ts'
import { buses } from './buses.ts'
import { change, changes, deletion, hear, idOf, noon } from './given.ts'

const aGroup = () => `group-${newId(noon)}`
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)

describeOnEachEngine(await buses(), (open) => {
  const opened = shareAcrossTests(open)

  it('gives every group all events in the order in which they were published', async () => {
    const { bus, another } = await opened()
    await using here = await hear(bus, aGroup())
    await using there = await hear(another, aGroup())
    const published = changes(500)
    await bus.publish(published.slice(0, 300))
    await bus.publish(published.slice(300))
    await eventually(() => expect(here.ids.slice(-500)).toEqual(ids(published)))
    await eventually(() => expect(there.ids.slice(-500)).toEqual(ids(published)))
  })

  it('gives a new group what was published before it came', async () => {
    const { bus } = await opened()
    const early = change(1)
    await bus.publish([early])
    await using late = await hear(bus, aGroup())
    await eventually(() => expect(late.ids.at(-1)).toBe(early.id))
  })

  it('tells a group only of the topics it asked for', async () => {
    const { bus } = await opened()
    await using posts = await hear(bus, aGroup(), ['posts'])
    await using both = await hear(bus, aGroup(), ['members', 'posts'])
    const [member, post] = [change(1), deletion(1)]
    await bus.publish([member, post])
    await eventually(() => expect(both.ids).toEqual(expect.arrayContaining([member.id, post.id])))
    await eventually(() => expect(posts.ids).toContain(post.id))
    expect(posts.ids).not.toContain(member.id)
  })

  it('goes on where a group stopped', async () => {
    const { bus, another } = await opened()
    const group = aGroup()
    const [before, between] = [change(1), change(2)]
    {
      await using first = await hear(bus, group)
      await bus.publish([before])
      await eventually(() => expect(first.ids).toContain(before.id))
    }
    await bus.publish([between])
    await using second = await hear(another, group)
    await eventually(() => expect(second.ids).toEqual([between.id]))
  })

  it('brings again what could not be handled, before anything later', async () => {
    const { bus } = await opened()
    const group = aGroup()
    await skipTheRest(bus, group)
    const tried: string[] = []
    let failures = 3
    await using _ = await bus.subscribe({
      group,
      topics: ['members'],
      async handle(batch) {
        tried.push(...batch.map(idOf))
        if (failures-- > 0) throw new Error('not now')
      },
    })
    const [first, second] = [change(1), change(2)]
    await bus.publish([first])
    await eventually(() => expect(tried).toEqual([first.id]))
    await bus.publish([second])
    await eventually(() => expect(tried.at(-1)).toBe(second.id))
    expect(tried.indexOf(second.id)).toBeGreaterThanOrEqual(3)
    expect(tried.filter((id) => id === first.id).length).toBeGreaterThanOrEqual(4)
  })

  it('brings again what was being handled when its subscription failed to finish it', async () => {
    const { bus, another } = await opened()
    const group = aGroup()
    await skipTheRest(bus, group)
    const event = change(1)
    const begun = Promise.withResolvers<void>()
    const failing = await bus.subscribe({
      group,
      topics: ['members'],
      async handle() {
        begun.resolve()
        throw new Error('not now')
      },
    })
    await bus.publish([event])
    await begun.promise
    await failing[Symbol.asyncDispose]()
    await using next = await hear(another, group)
    await eventually(() => expect(next.ids).toEqual([event.id]))
  })

  it('gives an event to one subscription of a group, and to another when that one ends', async () => {
    const { bus, another } = await opened()
    const group = aGroup()
    await skipTheRest(bus, group)
    const one = await hear(bus, group)
    const first = change(1)
    await bus.publish([first])
    await eventually(() => expect(one.ids).toEqual([first.id]))
    await using two = await hear(another, group)
    const second = change(2)
    await bus.publish([second])
    await eventually(() => expect([...one.ids, ...two.ids]).toContain(second.id))
    await one[Symbol.asyncDispose]()
    const third = change(3)
    await bus.publish([third])
    await eventually(() => expect(two.ids).toContain(third.id))
    expect([...one.ids, ...two.ids]).toEqual(ids([first, second, third]))
  })

  it('finishes the running batch before a subscription ends', async () => {
    const { bus } = await opened()
    const group = aGroup()
    await skipTheRest(bus, group)
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let finished = false
    const subscription = await bus.subscribe({
      group,
      topics: ['members'],
      async handle() {
        begun.resolve()
        await mayEnd.promise
        finished = true
      },
    })
    await bus.publish([change(1)])
    await begun.promise
    const ended = subscription[Symbol.asyncDispose]()
    mayEnd.resolve()
    await ended
    expect(finished).toBe(true)
  })

  it('takes the same event twice', async () => {
    const { bus } = await opened()
    await using heard = await hear(bus, aGroup())
    const event = change(1)
    await bus.publish([event])
    await bus.publish([event])
    await eventually(() => expect(heard.ids.slice(-2)).toEqual([event.id, event.id]))
  })

  it('refuses an event that belongs to no topic, and publishes nothing beside it', async () => {
    const { bus } = await opened()
    await using heard = await hear(bus, aGroup())
    const [before, after] = [change(1), change(2)]
    await expect(bus.publish([before, { ...change(3), type: 'no.such' }])).rejects.toThrow('no.such')
    await bus.publish([after])
    await eventually(() => expect(heard.ids).toContain(after.id))
    expect(heard.ids).not.toContain(before.id)
  })

  it('keeps dead letters on a topic beside', async () => {
    const { bus } = await opened()
    const letters: Delivery[] = []
    const handle = async (batch: readonly Delivery[]) => void letters.push(...batch)
    await using _ = await bus.subscribe({ group: aGroup(), topics: ['members.dead'], handle })
    const letter: DeadLetter = {
      topic: 'members',
      offset: '7',
      event: { nobody: 'knows' },
      consumer: 'posts',
      cause: 'Error: no',
      failedAt: noon.toISOString(),
    }
    await bus.publishDeadLetter(letter)
    await eventually(() => expect(letters.map(({ event }) => event)).toEqual([letter]))
  })

  it('tells how far a group is behind, from its first look on', async () => {
    const { bus, operator } = await opened()
    const group = aGroup()
    const lagOf = async (topic: string) =>
      (await operator.lag()).find((lag) => lag.group === group && lag.topic === topic)
    const mayEnd = Promise.withResolvers<void>()
    {
      const waiting = { group, topics: ['members'], handle: () => mayEnd.promise }
      await using _ = await bus.subscribe(waiting)
      await bus.publish([change(1), change(2)])
      await eventually(async () => expect((await lagOf('members'))?.lag).toBeGreaterThanOrEqual(2))
      expect((await lagOf('members'))?.oldest).toBeInstanceOf(Date)
      expect(await lagOf('posts')).toBeUndefined()
      mayEnd.resolve()
    }
    await skipTheRest(bus, group)
    await eventually(async () => expect(await lagOf('members')).toEqual({ group, topic: 'members', behind: 0 }))
  })

  it('lists the dead letters of a topic or of all, oldest first, and brings each again once', async () => {
    const { bus, operator } = await opened()
    const again: Delivery[] = []
    const handle = async (batch: readonly Delivery[]) => void again.push(...batch)
    await using _ = await bus.subscribe({ group: aGroup(), topics: ['posts.replay'], handle })
    const consumer = aGroup()
    const died = (topic: string, position: string): DeadLetter => ({
      ...{
        topic,
        offset: position,
        event: { nobody: 'knows' },
        consumer,
        cause: 'Error: no',
        failedAt: noon.toISOString(),
      },
    })
    const letters = [died('posts', '7'), died('members', '8'), died('posts', '9')] as const
    for (const letter of letters) await bus.publishDeadLetter(letter)
    const listed = async (topic?: string) =>
      (await operator.deadLetters(topic)).filter(({ deadLetter: letter }) => letter.consumer === consumer)
    expect((await listed()).map(({ deadLetter: letter }) => letter)).toEqual(letters)
    const ofPosts = await listed('posts')
    expect(ofPosts.map(({ deadLetter: letter }) => letter)).toEqual([letters[0], letters[2]])

    const counts = await Promise.all([operator.replay(ofPosts), operator.replay(ofPosts)])
    expect(counts.toSorted()).toEqual([0, 2])
    expect((await listed()).map(({ deadLetter: letter }) => letter)).toEqual([letters[1]])
    await eventually(() =>
      expect(again.map(({ event }) => event)).toMatchObject([{ position: '7' }, { position: '9' }]),
    )
    expect(again).toMatchObject([{ event: { consumer, topic: 'posts', event: { nobody: 'knows' } } }, {}])
  })

  it('shows what comes from now on, on the topics that are asked for', async () => {
    const { bus, operator } = await opened()
    await bus.publish([change(1)])
    const over = new AbortController()
    const seen: unknown[] = []
    const watching = (async () => {
      for await (const { topic, event } of operator.tail(['posts'], over.signal)) seen.push({ topic, event })
    })()
    const markers: unknown[] = []
    await eventually(async () => {
      const marker = deletion(markers.length)
      markers.push({ topic: 'posts', event: marker })
      await bus.publish([change(2), marker]) // until it watches
      expect(seen.length).toBeGreaterThan(0)
    })
    await eventually(() => expect(seen.at(-1)).toEqual(markers.at(-1)))
    expect(seen).toEqual(markers.slice(-seen.length))
    over.abort()
    await watching
  })

  it('answers that it is there', async () => {
    const { bus } = await opened()
    await expect(bus.ping()).resolves.toBeUndefined()
  })
})

describe('opening a bus', () => {
  it('refuses an engine that there is no adapter for', async () => {
    await expect(openBus('carrier-pigeon://coop', { log: testLog })).rejects.toThrow('No event bus')
  })
})

/** Moves a group to the end of what the tests before it have published. */
async function skipTheRest(bus: Bus, group: string): Promise<void> {
  await using heard = await hear(bus, group)
  const last = change(1)
  await bus.publish([last])
  await eventually(() => expect(heard.ids).toContain(last.id))
}
