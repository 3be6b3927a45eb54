import { describe, expect, it } from '@jest/globals'
import { findBestHour, rankLivePosts, selectNewestActions, sumLikes } from './panels.ts'

const at = (time: string) => new Date(`2026-03-${time}Z`)
const post = (time: string, likesCount: number, commentsCount = 0) => ({
  createdAt: at(time),
  likesCount,
  commentsCount,
})

describe('rankLivePosts', () => {
  it('sorts by comments, then by authors, and leaves out a conversation of one', () => {
    const counted = [
      { postId: 'a', comments: 3, authors: 2 },
      { postId: 'b', comments: 9, authors: 1 },
      { postId: 'c', comments: 5, authors: 2 },
      { postId: 'd', comments: 5, authors: 4 },
    ]
    expect(rankLivePosts(counted).map(({ postId }) => postId)).toEqual(['d', 'c', 'a'])
  })
})

describe('findBestHour', () => {
  it('compares averages of hours with at least two posts, so that one success is no rule', () => {
    const posts = [
      post('01T09:10:00', 3),
      post('02T09:50:00', 5, 2),
      post('01T18:00:00', 4),
      post('02T18:00:00', 4),
      post('03T12:00:00', 90),
    ]
    expect(findBestHour(posts)).toBe(9)
  })

  it('knows nothing with few posts, or without any like or comment', () => {
    expect(findBestHour([post('01T09:00:00', 3), post('02T09:00:00', 3)])).toBeNull()
    expect(findBestHour(['01', '02', '03', '04', '05'].map((day) => post(`${day}T09:00:00`, 0)))).toBeNull()
    expect(findBestHour(['01', '02', '03', '04', '05'].map((hour) => post(`01T${hour}:00:00`, 1)))).toBeNull()
  })
})

it('sumLikes sums two weeks, and no older post', () => {
  const posts = [post('20T12:00:00', 2), post('14T12:00:01', 3), post('13T12:00:00', 5), post('06T11:59:59', 100)]
  expect(sumLikes(posts, at('20T12:00:00'))).toEqual({ thisWeek: 5, lastWeek: 5 })
})

it('selectNewestActions merges kinds by time', () => {
  const actions = [
    { kind: 'like' as const, postId: 'a', createdAt: at('01T00:00:00') },
    { kind: 'post' as const, postId: 'b', createdAt: at('03T00:00:00') },
    { kind: 'comment' as const, postId: 'c', createdAt: at('02T00:00:00') },
  ]
  expect(selectNewestActions(actions, 2).map(({ postId }) => postId)).toEqual(['b', 'c'])
})
