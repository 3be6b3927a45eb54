import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@meadow/service'
import { openWhenAvailable } from '@meadow/storage'

const log = createLogger({ name: 'test', level: 'silent' })

describe('openWhenAvailable', () => {
  it('opens again after connections that timed out or were refused', async () => {
    const failures = [new Error('timeout expired'), Object.assign(new Error(), { code: 'ECONNREFUSED' })]
    const open = async () => {
      const failure = failures.shift()
      if (failure) throw failure
      return 'opened'
    }
    expect(await openWhenAvailable(open, { log })).toBe('opened')
    expect(failures).toEqual([])
  })

  it('throws an error that no retry mends', async () => {
    let attempts = 0
    const open = async () => {
      attempts += 1
      throw new Error('the schema is newer')
    }
    await expect(openWhenAvailable(open, { log })).rejects.toThrow('the schema is newer')
    expect(attempts).toBe(1)
  })
})
