import { expect, it } from '@jest/globals'
import { createKeyedQueue } from '../src/index.ts'

it('runs work with one key in turn, also after a failure, and other keys at the same time', async () => {
  const queue = createKeyedQueue()
  const done: string[] = []
  const firstMayEnd = Promise.withResolvers<void>()
  const first = queue('one', async () => {
    await firstMayEnd.promise
    done.push('first')
    throw new Error('no')
  })
  const second = queue('one', async () => void done.push('second'))
  await queue('other', async () => void done.push('other'))
  firstMayEnd.resolve()
  await expect(first).rejects.toThrow('no')
  await second
  await queue('one', async () => void done.push('third'))
  expect(done).toEqual(['other', 'first', 'second', 'third'])
})

/** Creates work that runs until `end` is called. */
function createWork() {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const run = () => {
    started.resolve()
    return ended.promise
  }
  return { run, started: started.promise, end: ended.resolve }
}

it('runs as much work with one key as allowed, and refuses what cannot wait', async () => {
  let refused = 0
  const queue = createKeyedQueue({ maxConcurrency: 2, maxWaiting: 1, onRefused: () => refused++ })
  const [first, second, third] = [createWork(), createWork(), createWork()]
  const results = [first, second, third].map(({ run }) => queue('one', run))
  await Promise.all([first.started, second.started])
  expect(queue.countWaiting()).toBe(1)
  const tooMany = queue('one', createWork().run)
  await expect(tooMany).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
  expect(refused).toBe(1)
  await queue('other', async () => {})
  expect(queue.countWaiting()).toBe(1)
  second.end()
  await third.started
  first.end()
  third.end()
  await Promise.all(results)
})

it('refuses work that waits too long, without running it, and then runs the next', async () => {
  const queue = createKeyedQueue({ timeoutMs: 1 })
  const first = createWork()
  const done: string[] = []
  const running = queue('one', first.run)
  await expect(queue('one', async () => void done.push('late'))).rejects.toMatchObject({ code: 'unavailable' })
  first.end()
  await running
  await queue('one', async () => void done.push('next'))
  expect(done).toEqual(['next'])
})
