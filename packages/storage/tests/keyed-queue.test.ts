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
