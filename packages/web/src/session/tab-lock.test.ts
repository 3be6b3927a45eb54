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

it('takes over the lease of a closed tab', async () => {
  localStorage.setItem('lease:it', JSON.stringify({ holderId: 'gone', until: Date.now() + 15_000 }))
  const done = withTabLock('it', async () => 'done')
  await jest.advanceTimersByTimeAsync(16_000)
  await expect(done).resolves.toBe('done')
})

it('tells the work if another tab held the lock before', async () => {
  const hasWaitedByName: Record<string, boolean> = {}
  const note = (name: string) => async (hasWaited: boolean) => {
    hasWaitedByName[name] = hasWaited
  }
  const first = withTabLock('it', note('first'))
  await jest.advanceTimersByTimeAsync(100)
  const second = withTabLock('it', note('second'))
  await jest.advanceTimersByTimeAsync(3_000)
  await Promise.all([first, second])
  expect(hasWaitedByName).toEqual({ first: false, second: true })
})
