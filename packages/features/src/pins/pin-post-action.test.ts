import { expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts/browser'
import { createQueryClient } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { deletePostAction } from '../posts/delete-post-action.ts'
import { annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { pinPostAction } from './pin-post-action.ts'
import { createPinnedIdQuery, getPinnedPost } from './pinned-posts.ts'

const [one, two] = [aPost({ user: annAsAuthor }), aPost({ user: annAsAuthor })]

function openCache(pinnedPost?: PostView) {
  const cache = createQueryClient()
  const page = { ...aPage([one, two]), ...(pinnedPost && { pinnedPost }) }
  const key = queryKeys.memberPosts(annAsAuthor.username)
  cache.setQueryData<PostListData>(key, { pages: [page], pageParams: [null] })
  const read = () => getPinnedPost(cache.getQueryData<PostListData>(key))?._id
  const readId = () => cache.getQueryData(createPinnedIdQuery(annAsAuthor.username, cache).queryKey)
  return { cache, read, readId }
}

it('a pin shows at once in place of the one before, which a refusal brings back', () => {
  const { cache, read, readId } = openCache(one)
  const entry = anOutboxEntry(pinPostAction, { post: two, isPinned: true, replaced: one })
  pinPostAction.show?.(cache, entry)
  pinPostAction.show?.(cache, entry)
  expect([read(), readId()]).toEqual([two._id, two._id])
  pinPostAction.hide?.(cache, entry)
  expect([read(), readId()]).toEqual([one._id, one._id])
})

it('an unpinned post leaves the top of the profile', () => {
  const { cache, read, readId } = openCache(one)
  const entry = anOutboxEntry(pinPostAction, { post: one, isPinned: false })
  pinPostAction.show?.(cache, entry)
  expect([read(), readId()]).toEqual([undefined, null])
  pinPostAction.hide?.(cache, entry)
  expect(read()).toBe(one._id)
})

it('a deleted post is no longer pinned', () => {
  const { cache, read } = openCache(one)
  deletePostAction.show?.(cache, anOutboxEntry(deletePostAction, { post: two }))
  expect(read()).toBe(one._id)
  deletePostAction.show?.(cache, anOutboxEntry(deletePostAction, { post: one }))
  expect(read()).toBeUndefined()
})
