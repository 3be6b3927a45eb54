import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { withTabLock } from './tab-lock.ts'

beforeEach(() => {
  localStorage.clear()
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

it('runs work in one tab at a time without Web Locks', async () => {
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    log.push(`${name} ends`)
  }
  const both = Promise.all([withTabLock('it', work('a')), withTabLock('it', work('b'))])
  await jest.advanceTimersByTimeAsync(3_000)
  await both
  const [first, second] = log[0] === 'a begins' ? ['a', 'b'] : ['b', 'a']
  expect(log).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`])
})

it('runs work in a browser that forbids Web Locks', async () => {
  const request = () => Promise.reject(new DOMException('Refused', 'SecurityError'))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  const done = withTabLock('it', async () => 'done')
  await jest.advanceTimersByTimeAsync(1_000)
  Reflect.deleteProperty(navigator, 'locks')
  await expect(done).resolves.toBe('done')
})

it('takes over the lease of a closed tab', async () => {
  localStorage.setItem('lease:it', JSON.stringify({ holderId: 'gone', until: Date.now() + 15_000 }))
  const done = withTabLock('it', async () => 'done')
  await jest.advanceTimersByTimeAsync(16_000)
  await expect(done).resolves.toBe('done')
})

it('passes to the work whether another tab held the lock before', async () => {
  const hasWaitedByName: Record<string, boolean> = {}
  const logWait = (name: string) => async (hasWaited: boolean) => {
    hasWaitedByName[name] = hasWaited
  }
  const first = withTabLock('it', logWait('first'))
  await jest.advanceTimersByTimeAsync(100)
  const second = withTabLock('it', logWait('second'))
  await jest.advanceTimersByTimeAsync(3_000)
  await Promise.all([first, second])
  expect(hasWaitedByName).toEqual({ first: false, second: true })
})

it('gives a Web Lock to another tab only after it can see what was stored', async () => {
  const locks = createFakeLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  try {
    const log: string[] = []
    const work = (name: string) => async () => void log.push(name)
    const first = withTabLock('it', work('first'), { holdMs: 250 }).then(() => log.push('result of first'))
    const second = withTabLock('it', work('second'), { holdMs: 250 })
    await jest.advanceTimersByTimeAsync(200)
    expect(log).toEqual(['first', 'result of first'])
    await jest.advanceTimersByTimeAsync(100)
    await Promise.all([first, second])
    expect(log).toEqual(['first', 'result of first', 'second'])
    await expect(withTabLock('other', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  } finally {
    Reflect.deleteProperty(navigator, 'locks')
  }
})

type LockCallback = (lock: object | null) => Promise<unknown>

/** Behaves like `navigator.locks` of one browser: a callback runs when the ones before it have settled. */
function createFakeLocks() {
  const tails = new Map<string, Promise<unknown>>()
  return {
    request(name: string, ...rest: [LockCallback] | [{ ifAvailable: boolean }, LockCallback]): Promise<unknown> {
      const [options, callback] = rest.length === 1 ? [undefined, rest[0]] : rest
      const tail = tails.get(name)
      if (tail && options?.ifAvailable) return callback(null)
      const done = (tail ?? Promise.resolve()).then(() => callback({ name }))
      tails.set(name, done)
      return done.finally(() => tails.get(name) === done && tails.delete(name))
    },
  }
}
