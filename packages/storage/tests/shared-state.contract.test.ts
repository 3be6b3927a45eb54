import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, eventually, shareAcrossTests, testLog } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import { onSharedRedis } from '@meadow/testing/redis'
import { openSharedState, type SharedState } from '../src/index.ts'

type Opened = AsyncDisposable & { state: SharedState; another: SharedState; pass(seconds: number): void }

/** One shared state as two processes see it, with a clock for both. */
async function openOn(server: { url: string } & Partial<AsyncDisposable>): Promise<Opened> {
  let time = Date.parse('2026-03-01T12:00:00Z')
  const options = { now: () => new Date(time), log: testLog }
  const [state, another] = await Promise.all([
    openSharedState(server.url, options),
    openSharedState(server.url, options),
  ])
  return {
    state,
    another,
    pass(seconds) {
      time += seconds * 1_000
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([state, another].map((one) => one[Symbol.asyncDispose]()))
      await server[Symbol.asyncDispose]?.()
    },
  }
}

const engines = {
  postgres: async () => openOn(await openTestDatabase()),
  ...(await onSharedRedis((url) => openOn({ url }))),
}

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)

  describe('a value', () => {
    it('is the one that was set last, for every process', async () => {
      const { state, another } = await opened()
      expect(await another.get('colour')).toBeUndefined()
      await state.set('colour', 'green', 60)
      await state.set('colour', 'blue', 60)
      expect(await another.get('colour')).toBe('blue')
    })

    it.each(['', ':', '12:34:56', 'ä 🌳 "quoted" \\ \n', '{"on":["a"]}'])('can be any text: %j', async (text) => {
      const { state, another } = await opened()
      await state.set('text', text, 60)
      expect(await another.get('text')).toBe(text)
      expect(await another.getMany(['text'])).toEqual(new Map([['text', text]]))
      expect(await another.compareAndSet('text', text, 'next', 60)).toBe(true)
    })

    it('expires after its time', async () => {
      const { state, pass } = await opened()
      await state.set('short', 'lived', 10)
      pass(9)
      expect(await state.get('short')).toBe('lived')
      pass(1)
      expect(await state.get('short')).toBeUndefined()
    })

    it('is read together with others, as far as they exist', async () => {
      const { state, another, pass } = await opened()
      await Promise.all([state.set('one', '1', 60), state.set('two', '2', 60), state.set('gone', '3', 5)])
      pass(5)
      expect(await another.getMany(['one', 'two', 'gone', 'never there'])).toEqual(
        new Map([
          ['one', '1'],
          ['two', '2'],
        ]),
      )
      expect(await another.getMany([])).toEqual(new Map())
    })

    it('is set by compareAndSet only if the current value is the expected one', async () => {
      const { state, another, pass } = await opened()
      expect(await state.compareAndSet('row', 'a', 'b', 60)).toBe(false)
      expect(await state.compareAndSet('row', undefined, 'a', 60)).toBe(true)
      expect(await another.compareAndSet('row', undefined, 'b', 60)).toBe(false)
      expect(await another.compareAndSet('row', 'b', 'c', 60)).toBe(false)
      expect(await another.compareAndSet('row', 'a', 'b', 60)).toBe(true)
      expect(await state.get('row')).toBe('b')
      pass(60)
      expect(await state.compareAndSet('row', 'b', 'c', 60)).toBe(false)
      expect(await state.compareAndSet('row', undefined, 'd', 60)).toBe(true)
      expect(await another.get('row')).toBe('d')
    })

    it('is set with others by compareAndSetMany, each only if its current value is the expected one', async () => {
      const { state, another, pass } = await opened()
      await state.set('expired', 'a', 30)
      pass(30)
      await state.set('first', 'a', 60)
      await state.set('changed', 'a', 60)
      const changes = [
        { key: 'new', expected: undefined, value: 'b' },
        { key: 'changed', expected: 'z', value: 'b' },
        { key: 'first', expected: 'a', value: 'b' },
        { key: 'expired', expected: undefined, value: 'b' },
        { key: 'missing', expected: 'a', value: 'b' },
      ]
      expect(await another.compareAndSetMany(changes, 60)).toEqual(new Set(['new', 'first', 'expired']))
      expect(await state.getMany(changes.map(({ key }) => key))).toEqual(
        new Map([
          ['new', 'b'],
          ['changed', 'a'],
          ['first', 'b'],
          ['expired', 'b'],
        ]),
      )
      expect(await state.compareAndSetMany([{ key: 'new', expected: undefined, value: 'c' }], 60)).toEqual(new Set())
      expect(await state.compareAndSetMany([], 60)).toEqual(new Set())
    })

    it('is set by one of many concurrent compareAndSetMany in any order', async () => {
      const { state, another } = await opened()
      const changes = Array.from({ length: 50 }, (_, n) => ({ key: `race ${n}`, expected: undefined, value: `${n}` }))
      const tries = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? state : another).compareAndSetMany(n % 3 ? changes : changes.toReversed(), 60),
      )
      const set = (await Promise.all(tries)).flatMap((keys) => [...keys])
      expect(set.toSorted()).toEqual(changes.map(({ key }) => key).toSorted())
      const updates = Array.from({ length: 10 }, (_, n) => {
        const updated = changes.map(({ key, value }) => ({ key, expected: value, value: `${value} ${n}` }))
        return (n % 2 ? state : another).compareAndSetMany(n % 3 ? updated : updated.toReversed(), 60)
      })
      expect((await Promise.all(updates)).flatMap((keys) => [...keys]).toSorted()).toEqual(set.toSorted())
    })

    it('is set by one of many concurrent compareAndSet', async () => {
      const { state, another } = await opened()
      const tries = Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? state : another).compareAndSet('race', undefined, `${n}`, 60),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    })

    it('can be deleted', async () => {
      const { state } = await opened()
      await state.set('mistake', 'x', 60)
      await state.delete('mistake')
      await state.delete('never there')
      expect(await state.get('mistake')).toBeUndefined()
    })
  })

  describe('a counter', () => {
    it('loses no count of many concurrent increments', async () => {
      const { state, another } = await opened()
      const counts = await Promise.all(
        [...Array(20).keys()].map((n) => (n % 2 ? state : another).increment('many', 1, 60)),
      )
      expect(counts.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()].map((n) => n + 1))
    })

    it('expires after its time since the first increment, and starts again at 0', async () => {
      const { state, pass } = await opened()
      expect(await state.increment('tries', 2, 10)).toBe(2)
      pass(6)
      expect(await state.increment('tries', 1, 10)).toBe(3)
      pass(6)
      expect(await state.increment('tries', 1, 10)).toBe(1)
    })

    it('can be decremented and read', async () => {
      const { state } = await opened()
      await state.increment('down', 5, 10)
      expect(await state.increment('down', -2, 10)).toBe(3)
      expect(await state.get('down')).toBe('3')
      expect(await state.increment('down', -4, 10)).toBe(-1)
    })

    it('can start from a value that was set', async () => {
      const { state } = await opened()
      await state.set('set', '41', 60)
      expect(await state.increment('set', 1, 60)).toBe(42)
    })
  })

  describe('a message', () => {
    it('reaches all subscribers of its channel, in order, and no others', async () => {
      const { state, another } = await opened()
      const received: string[] = []
      await using _here = await state.subscribe('session-ended', (payload) => received.push(`here ${payload}`))
      await using _there = await another.subscribe('session-ended', (payload) => received.push(`there ${payload}`))
      await using _elsewhere = await another.subscribe('another', (payload) => received.push(`wrong ${payload}`))
      await state.publish('session-ended', 'one')
      await state.publish('session-ended', 'two, "quoted"')
      await eventually(() => expect(received).toHaveLength(4))
      expect(received.filter((line) => line.startsWith('here'))).toEqual(['here one', 'here two, "quoted"'])
      expect(received.filter((line) => line.startsWith('there'))).toEqual(['there one', 'there two, "quoted"'])
    })

    it('does not reach a subscriber that has unsubscribed', async () => {
      const { state } = await opened()
      const received: string[] = []
      const left = await state.subscribe('room', (payload) => received.push(`left ${payload}`))
      await using _stayed = await state.subscribe('room', (payload) => received.push(`stayed ${payload}`))
      await left[Symbol.asyncDispose]()
      await state.publish('room', 'hello')
      await eventually(() => expect(received).toEqual(['stayed hello']))
    })

    it('reaches the other subscribers when one fails', async () => {
      const { state } = await opened()
      const received: string[] = []
      await using _failing = await state.subscribe('fragile', () => {
        throw new Error('no')
      })
      await using _sound = await state.subscribe('fragile', (payload) => received.push(payload))
      await state.publish('fragile', 'hello')
      await eventually(() => expect(received).toEqual(['hello']))
    })

    it('that is too long for one engine is refused by all', async () => {
      const { state } = await opened()
      await expect(state.publish('long', 'x'.repeat(8_000))).rejects.toThrow(RangeError)
    })
  })

  it('responds to a ping', async () => {
    const { state } = await opened()
    await expect(state.ping()).resolves.toBeUndefined()
  })
})
