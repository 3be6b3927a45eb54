import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { createLocalFirstThrottle, createThrottle } from '../src/index.ts'

const limit = { name: 'test', max: 20, windowSeconds: 60 }

function createInstances(count: number) {
  const counters = new Map<string, number>()
  let time = new Date('2026-03-02T12:05:00Z')
  const now = () => time
  const state = {
    increment: async (key: string, by: number) => {
      const next = (counters.get(key) ?? 0) + by
      counters.set(key, next)
      return next
    },
  }
  const throttle = createThrottle({ state, log: testLog, now })
  const instances = Array.from({ length: count }, () => createLocalFirstThrottle({ throttle, now }))
  return { instances, counters, setTime: (iso: string) => (time = new Date(iso)) }
}

/** Returns how many attempts are allowed, one instance after the other, until all of them refuse. */
async function countAllowed(instances: ReturnType<typeof createLocalFirstThrottle>[], subject = 'ann') {
  let allowed = 0
  for (const instance of instances) {
    for (;;) {
      const permit = await instance.consume(limit, subject).catch(() => undefined)
      if (!permit) break
      allowed += 1
    }
  }
  return allowed
}

describe('the local-first throttle', () => {
  it('applies the limit exactly on one instance, with a tenth more on each further one', async () => {
    expect(await countAllowed(createInstances(1).instances)).toBe(20)
    expect(await countAllowed(createInstances(3).instances)).toBe(24)
  })

  it('counts the first tenth without the shared state', async () => {
    const { instances, counters } = createInstances(1)
    await instances[0]?.consume(limit, 'ann')
    await instances[0]?.consume(limit, 'ann')
    expect(counters.size).toBe(0)
    await instances[0]?.consume(limit, 'ann')
    expect([...counters.values()]).toEqual([1])
  })

  it('counts subjects separately, undoes refunded attempts and begins again in the next window', async () => {
    const { instances, setTime } = createInstances(1)
    for (let n = 0; n < 50; n++) await (await instances[0]?.consume(limit, 'ann'))?.refund()
    expect(await countAllowed(instances)).toBe(20)
    expect(await countAllowed(instances, 'bob')).toBe(20)
    setTime('2026-03-02T12:06:00Z')
    expect(await countAllowed(instances)).toBe(20)
  })

  it('applies a low limit in the shared state only', async () => {
    const { instances, counters } = createInstances(1)
    await instances[0]?.consume({ ...limit, max: 9 }, 'ann')
    expect([...counters.values()]).toEqual([1])
  })
})
