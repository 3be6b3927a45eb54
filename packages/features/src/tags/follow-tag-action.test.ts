import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { followTagAction } from './follow-tag-action.ts'

it('shows a followed tag on its page and in the list, and takes it back', () => {
  const cache = createQueryClient()
  cache.setQueryData(queryKeys.tag('moss'), { tag: 'moss', postsCount: 3, isFollowing: false })
  cache.setQueryData(queryKeys.followedTags, { tags: [{ tag: 'fern' }, { tag: 'zinnia' }] })
  const entry = anOutboxEntry(followTagAction, { tag: 'moss', isFollowing: true })
  for (const _again of [1, 2]) followTagAction.show?.(cache, entry)
  expect(cache.getQueryData(queryKeys.tag('moss'))).toEqual({ tag: 'moss', postsCount: 3, isFollowing: true })
  expect(cache.getQueryData(queryKeys.followedTags)).toEqual({
    tags: [{ tag: 'fern' }, { tag: 'moss' }, { tag: 'zinnia' }],
  })
  followTagAction.hide?.(cache, entry)
  expect(cache.getQueryData(queryKeys.tag('moss'))).toMatchObject({ isFollowing: false })
  expect(cache.getQueryData(queryKeys.followedTags)).toEqual({ tags: [{ tag: 'fern' }, { tag: 'zinnia' }] })
  expect(cache.getQueryData(queryKeys.tag('other'))).toBeUndefined()
})

it('is not sent if it was undone before', () => {
  const choose = (isFollowing: boolean) => ({ tag: 'moss', isFollowing })
  expect(followTagAction.isUndone?.(choose(true), choose(false))).toBe(true)
  expect(followTagAction.isUndone?.(choose(true), choose(true))).toBe(false)
})
