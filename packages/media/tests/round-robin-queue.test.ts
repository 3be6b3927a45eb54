import { describe, expect, it } from '@jest/globals'
import { createRoundRobinQueue } from '../src/uploads/round-robin-queue.ts'

const never = new AbortController().signal

/** Creates a queue with a log of what runs. `finish` ends the work of that name. */
function createTestQueue(limits: Parameters<typeof createRoundRobinQueue>[0]) {
  const queue = createRoundRobinQueue(limits)
  const started: string[] = []
  const running = new Map<string, () => void>()
  const add = (name: string, signal = never) =>
    queue.run(name.slice(0, 3), signal, () => {
      started.push(name)
      return new Promise<string>((resolve) => running.set(name, () => resolve(name)))
    })
  const finish = async (name: string) => {
    running.get(name)?.()
    await new Promise(setImmediate)
  }
  return { queue, add, finish, started }
}

describe('the round-robin queue', () => {
  it('runs one work per member, and gives a free slot to the member who has waited longest', async () => {
    const { add, finish, started } = createTestQueue({ maxConcurrency: 2, maxQueued: 10 })
    const all = ['ann1', 'ann2', 'ann3', 'bob1', 'cat1', 'cat2', 'dan1'].map((name) => add(name))
    await new Promise(setImmediate)
    expect(started).toEqual(['ann1', 'bob1'])
    await finish('ann1')
    expect(started.at(-1)).toBe('ann2')
    await finish('ann2')
    expect(started.at(-1)).toBe('cat1')
    await finish('bob1')
    expect(started.at(-1)).toBe('dan1')
    for (const name of ['dan1', 'cat1', 'ann3', 'cat2']) await finish(name)
    expect(await Promise.all(all)).toHaveLength(7)
  })

  it('refuses work when it is full', async () => {
    const { add, finish } = createTestQueue({ maxConcurrency: 1, maxQueued: 2 })
    const accepted = ['ann1', 'bob1', 'cat1'].map((name) => add(name))
    await expect(add('dan1')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    for (const name of ['ann1', 'bob1', 'cat1']) await finish(name)
    expect(await Promise.all(accepted)).toEqual(['ann1', 'bob1', 'cat1'])
  })

  it('takes aborted work out of the queue', async () => {
    const { add, finish, started } = createTestQueue({ maxConcurrency: 1, maxQueued: 1 })
    const aborted = new AbortController()
    const first = add('ann1')
    const second = add('bob1', aborted.signal)
    aborted.abort()
    await expect(second).rejects.toMatchObject({ code: 'upload_failed' })
    await expect(add('bob2', aborted.signal)).rejects.toMatchObject({ code: 'upload_failed' })
    const third = add('cat1')
    await finish('ann1')
    await finish('cat1')
    expect(await Promise.all([first, third])).toEqual(['ann1', 'cat1'])
    expect(started).toEqual(['ann1', 'cat1'])
  })

  it('frees the slot of failed work', async () => {
    const { queue } = createTestQueue({ maxConcurrency: 1, maxQueued: 1 })
    await expect(queue.run('ann', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run('ann', never, async () => 'yes')).toBe('yes')
  })
})
