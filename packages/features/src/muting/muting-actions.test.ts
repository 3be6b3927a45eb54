import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { ann, annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { listFeedsWith, mutingKeys } from './muted-content.ts'
import { mutePostAction, muteTagAction } from './muting-actions.ts'

const facets = [{ start: 0, end: 5, tag: 'moss' }]
const muted = aPost({ content: '#moss', facets, createdAt: '2026-05-01T12:00:00.000Z' })
const quoting = aPost({ quotedPost: muted, createdAt: '2026-05-01T11:00:00.000Z' })
const own = aPost({
  user: annAsAuthor,
  content: '#moss',
  facets,
  quotedPost: muted,
  createdAt: '2026-05-01T10:00:00.000Z',
})
const other = aPost({ createdAt: '2026-05-01T09:00:00.000Z' })
const [home, profile, tagPage] = [queryKeys.postList('all'), queryKeys.memberPosts('kofi'), queryKeys.tagPosts('moss')]

function openCache() {
  const cache = createQueryClient()
  for (const key of [home, profile, tagPage, queryKeys.discoverPosts])
    cache.setQueryData(key, { pages: [aPage([muted, quoting, own, other])], pageParams: [null] })
  cache.setQueryData(mutingKeys.content, { posts: [], tags: [] })
  const list = (key: readonly string[]) =>
    cache.getQueryData<PostListData>(key)?.pages.flatMap(({ posts }) => posts.map(({ _id }) => _id))
  return { cache, list }
}
const ids = (...posts: { _id: string }[]) => posts.map(({ _id }) => _id)
const until = '2026-06-01T12:00:00.000Z'

it('takes a muted post and what shares it out of the feeds, and puts it back at its place', () => {
  const { cache, list } = openCache()
  const shown = { post: muted, feeds: listFeedsWith(cache, muted._id) }
  expect(shown.feeds).toEqual([[...home], [...tagPage], [...queryKeys.discoverPosts]])
  const mute = anOutboxEntry(mutePostAction, { postId: muted._id, isMuted: true, until, shown })
  for (const _again of [1, 2]) mutePostAction.show?.(cache, mute)
  expect(list(home)).toEqual(ids(own, other))
  expect(list(queryKeys.discoverPosts)).toEqual(ids(own, other))
  expect(list(profile)).toEqual(ids(muted, quoting, own, other))
  expect(cache.getQueryData(mutingKeys.content)).toEqual({ posts: [{ _id: muted._id, mutedUntil: until }], tags: [] })
  mutePostAction.hide?.(cache, mute)
  expect(list(home)).toEqual(ids(muted, own, other))
  expect(cache.getQueryData(mutingKeys.content)).toEqual({ posts: [], tags: [] })
})

it('puts a post that somebody shares back at the time of the share', () => {
  const { cache, list } = openCache()
  const sharedBy = { _id: other._id, user: other.user, createdAt: '2026-05-01T09:30:00.000Z' }
  const shown = { post: { ...muted, sharedBy }, feeds: [home] }
  mutePostAction.show?.(cache, anOutboxEntry(mutePostAction, { postId: muted._id, isMuted: true, until, shown }))
  mutePostAction.show?.(cache, anOutboxEntry(mutePostAction, { postId: muted._id, isMuted: false, until, shown }))
  expect(list(home)).toEqual(ids(own, muted, other))
})

it('leaves an own post in the feeds when its notifications are muted', () => {
  const { cache, list } = openCache()
  const shown = { post: own, feeds: listFeedsWith(cache, own._id) }
  mutePostAction.show?.(cache, anOutboxEntry(mutePostAction, { postId: own._id, isMuted: true, until, shown }))
  expect(list(home)).toEqual(ids(muted, quoting, own, other))
})

it('takes the posts of others with a muted tag out of the feeds, but not off the page of the tag', () => {
  const { cache, list } = openCache()
  expect(ann._id).toBe(own.user._id)
  const mute = anOutboxEntry(muteTagAction, { tag: 'moss', isMuted: true, until: null })
  muteTagAction.show?.(cache, mute)
  expect(list(home)).toEqual(ids(own, other))
  expect(list(tagPage)).toEqual(ids(muted, quoting, own, other))
  expect(cache.getQueryData(mutingKeys.content)).toEqual({ posts: [], tags: [{ tag: 'moss', mutedUntil: null }] })
  muteTagAction.show?.(cache, anOutboxEntry(muteTagAction, { tag: 'moss', isMuted: false, until: null }))
  expect(cache.getQueryData(mutingKeys.content)).toEqual({ posts: [], tags: [] })
})

it('is not sent if it was undone before, but is if the mute got another end', () => {
  const choose = (isMuted: boolean, end: string | null) => ({ tag: 'moss', isMuted, until: end })
  expect(muteTagAction.isUndone?.(choose(true, until), choose(false, until))).toBe(true)
  expect(muteTagAction.isUndone?.(choose(false, until), choose(true, null))).toBe(false)
})

it('says that the limit is reached in the words of the server', () => {
  const refusal = { status: 409, code: 'content_mute_limit_reached', message: 'You have reached the maximum' }
  const data = { tag: 'moss', isMuted: true, until: null }
  expect(muteTagAction.describeRefusal?.(refusal, data)).toBe('You have reached the maximum')
  expect(muteTagAction.describeRefusal?.({ ...refusal, code: 'internal' }, data)).toBe(
    "Couldn't mute it. Please try again.",
  )
})
