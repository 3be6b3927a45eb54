import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { createFollowerPushes, type FollowerPush } from './follower-pushes.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const pushOf = (postId: string): FollowerPush => ({
  to: { following: 'ann' },
  name: 'postCreated',
  payload: { postId, authorId: 'ann' },
})

it('delivers the pushes of a second together, also after a failure', () => {
  const delivered: (readonly FollowerPush[])[] = []
  const deliver = async (pushes: readonly FollowerPush[]) => {
    delivered.push(pushes)
    throw new Error('away')
  }
  const add = createFollowerPushes({ deliver, log: testLog })
  const [one, two, three] = [pushOf('1'), pushOf('2'), pushOf('3')]
  add(one)
  jest.advanceTimersByTime(999)
  add(two)
  expect(delivered).toEqual([])
  jest.advanceTimersByTime(1)
  expect(delivered).toEqual([[one, two]])
  add(three)
  jest.advanceTimersByTime(1_000)
  expect(delivered).toEqual([[one, two], [three]])
  jest.advanceTimersByTime(60_000)
  expect(delivered).toHaveLength(2)
})
