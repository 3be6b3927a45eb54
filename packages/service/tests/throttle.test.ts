import { describe, expect, it, jest } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { createThrottle, withThrottle } from '../src/index.ts'

const limit = { name: 'test', max: 2, windowSeconds: 900 }

function createTestThrottle() {
  const counts = new Map<string, number>()
  let time = new Date('2026-03-02T12:05:00Z')
  const state = {
    increment: async (key: string, by: number) => {
      const next = (counts.get(key) ?? 0) + by
      counts.set(key, next)
      return next
    },
  }
  const throttle = createThrottle({ state, log: testLog, now: () => time })
  return { throttle, counts, setTime: (iso: string) => (time = new Date(iso)) }
}

describe('the throttle', () => {
  it('refuses attempts over the limit with the seconds until the next window', async () => {
    const { throttle } = createTestThrottle()
    await throttle.consume(limit, 'ann')
    await throttle.consume(limit, 'ann')
    await expect(throttle.consume(limit, 'ann')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 600 })
  })

  it('counts each subject separately, and from zero in the next window', async () => {
    const { throttle, setTime } = createTestThrottle()
    for (const subject of ['ann', 'ann', 'bob']) await throttle.consume(limit, subject)
    setTime('2026-03-02T12:15:00Z')
    await expect(throttle.consume(limit, 'ann')).resolves.toBeDefined()
  })

  it('counts the windows of a limit from the time that it begins', async () => {
    const { throttle, setTime } = createTestThrottle()
    const day = { name: 'day', max: 1, windowSeconds: 86_400, startsAt: new Date('2026-03-02T12:00:00Z') }
    await throttle.consume(day, 'ann')
    setTime('2026-03-03T11:59:00Z') // the next day, and the same window
    await expect(throttle.consume(day, 'ann')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 60 })
    setTime('2026-03-03T12:00:00Z')
    await expect(throttle.consume(day, 'ann')).resolves.toBeDefined()
  })

  it('does not count a refunded attempt', async () => {
    const { throttle } = createTestThrottle()
    for (let n = 0; n < 5; n++) await (await throttle.consume(limit, 'ann')).refund()
    await expect(throttle.consume(limit, 'ann')).resolves.toBeDefined()
  })

  it('does not count an attempt that fails', async () => {
    const { throttle } = createTestThrottle()
    const fail = () => Promise.reject(new Error('away'))
    for (let n = 0; n < 5; n++) await expect(withThrottle(throttle, limit, 'ann', fail)).rejects.toThrow('away')
    expect(await withThrottle(throttle, limit, 'ann', async () => 'done')).toBe('done')
  })

  it('counts attempts by their weight, and refused ones not at all', async () => {
    const { throttle } = createTestThrottle()
    const bytes = { name: 'bytes', max: 100, windowSeconds: 900 }
    await throttle.consume({ ...bytes, weight: 90 }, 'ann')
    const tooHeavy = throttle.consume({ ...bytes, weight: 11 }, 'ann')
    await expect(tooHeavy).rejects.toMatchObject({ code: 'too_many_requests' })
    const permit = await throttle.consume({ ...bytes, weight: 10 }, 'ann')
    await permit.refund()
    await expect(throttle.consume({ ...bytes, weight: 10 }, 'ann')).resolves.toBeDefined()
  })

  it('does not count refused attempts, so that refunds of those before make room again', async () => {
    const { throttle } = createTestThrottle()
    const permits = await Promise.all([throttle.consume(limit, 'ann'), throttle.consume(limit, 'ann')])
    for (let n = 0; n < 5; n++) await expect(throttle.consume(limit, 'ann')).rejects.toThrow()
    for (const permit of permits) await permit.refund()
    await expect(throttle.consume(limit, 'ann')).resolves.toBeDefined()
  })

  it('stores no name in the shared state', async () => {
    const { throttle, counts } = createTestThrottle()
    await throttle.consume(limit, 'ann@example.org')
    expect([...counts.keys()].join()).not.toContain('ann')
  })

  it('allows attempts while the shared state is away, unless the limit fails closed', async () => {
    const unavailableStore = { increment: () => Promise.reject(new Error('away')) }
    const throttle = createThrottle({ state: unavailableStore, log: testLog, now: () => new Date() })
    for (let n = 0; n < 5; n++) await (await throttle.consume(limit, 'ann')).refund()
    const closed = { ...limit, failsClosed: true } as const
    await expect(throttle.consume(closed, 'ann')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('does not fail a finished attempt when the shared state is then away', async () => {
    const count = jest.fn(async () => 1)
    const throttle = createThrottle({ state: { increment: count }, log: testLog, now: () => new Date() })
    const result = await throttle.consume({ ...limit, failsClosed: true }, 'ann')
    count.mockRejectedValue(new Error('away'))
    await expect(result.refund()).resolves.toBeUndefined()
  })
})
