import { describe, expect, it } from '@jest/globals'
import { createGate } from './gate.ts'

describe('the gate', () => {
  it('works on two at once, keeps some waiting and refuses the rest', async () => {
    const gate = createGate({ atOnce: 2, waiting: 3 })
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 7 }, () => gate(work)))
    expect(most).toBe(2)
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(5)
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'too_many_requests', retryAfter: 1 } })
  })

  it('opens again after a failure', async () => {
    const gate = createGate({ atOnce: 1, waiting: 0 })
    await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(gate(async () => 'yes')).resolves.toBe('yes')
  })
})
