import { describe, expect, it } from '@jest/globals'
import { createConcurrencyLimit } from './concurrency-limit.ts'

describe('concurrency limit', () => {
  it('runs two functions at a time, queues some and refuses the rest', async () => {
    const limit = createConcurrencyLimit(2, { maxQueued: 3 })
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    limit.assertNotFull()
    const tasks = Array.from({ length: 7 }, () => limit(work))
    expect(limit.assertNotFull).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
    const outcomes = await Promise.allSettled(tasks)
    limit.assertNotFull()
    expect(most).toBe(2)
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(5)
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'too_many_requests', retryAfter: 1 } })
  })

  it('releases its slot after a failure', async () => {
    const limit = createConcurrencyLimit(1, { maxQueued: 0 })
    await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(limit(async () => 'yes')).resolves.toBe('yes')
  })
})
