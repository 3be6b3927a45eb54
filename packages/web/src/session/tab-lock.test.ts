import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { withTabLock } from './tab-lock.ts'

beforeEach(() => {
  localStorage.clear()
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

it('lets one in at a time where there are no Web Locks', async () => {
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

it('takes over from a tab that went away', async () => {
  localStorage.setItem('lease:it', JSON.stringify({ me: 'gone', until: Date.now() + 15_000 }))
  const done = withTabLock('it', async () => 'done')
  await jest.advanceTimersByTimeAsync(16_000)
  await expect(done).resolves.toBe('done')
})

it('tells who had to wait that another had its turn', async () => {
  const told: Record<string, boolean> = {}
  const note = (name: string) => async (afterAnother: boolean) => {
    told[name] = afterAnother
  }
  const first = withTabLock('it', note('first'))
  await jest.advanceTimersByTimeAsync(100)
  const second = withTabLock('it', note('second'))
  await jest.advanceTimersByTimeAsync(3_000)
  await Promise.all([first, second])
  expect(told).toEqual({ first: false, second: true })
})
