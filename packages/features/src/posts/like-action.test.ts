import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { aPage, aPost } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { likeAction } from './like-action.ts'

function openCache(post = aPost({ likesCount: 4 })) {
  const cache = createQueryClient()
  const receive = (received = post) =>
    void cache.setQueryData<PostListData>(queryKeys.postList('all'), { pages: [aPage([received])], pageParams: [null] })
  receive()
  const read = () => cache.getQueryData<PostListData>(queryKeys.postList('all'))?.pages[0]?.posts[0]
  return { cache, post, read, receive }
}

it('is shown once however often it is repeated, and again in what the server sends meanwhile', () => {
  const { cache, post, read, receive } = openCache()
  const entry = anOutboxEntry(likeAction, { postId: post._id, isLiked: true })
  likeAction.show?.(cache, entry)
  likeAction.show?.(cache, entry)
  expect(read()).toMatchObject({ viewerLiked: true, likesCount: 5 })
  receive()
  likeAction.show?.(cache, entry)
  expect(read()).toMatchObject({ viewerLiked: true, likesCount: 5 })
})

it('is not counted again in a post that contains it already', () => {
  const { cache, post, read, receive } = openCache()
  receive({ ...post, viewerLiked: true, likesCount: 5 })
  likeAction.show?.(cache, anOutboxEntry(likeAction, { postId: post._id, isLiked: true }))
  expect(read()).toMatchObject({ viewerLiked: true, likesCount: 5 })
})

it('is taken back once', () => {
  const { cache, post, read } = openCache()
  const entry = anOutboxEntry(likeAction, { postId: post._id, isLiked: true })
  likeAction.show?.(cache, entry)
  likeAction.hide?.(cache, entry)
  likeAction.hide?.(cache, entry)
  expect(read()).toMatchObject({ viewerLiked: false, likesCount: 4 })
})

it('ends with the post of the response, unless a newer one is known', () => {
  const { cache, post, read } = openCache()
  const entry = anOutboxEntry(likeAction, { postId: post._id, isLiked: true })
  const likedPost = { ...post, viewerLiked: true, likesCount: 9, rev: 2 }
  likeAction.settle(cache, entry, { liked: true, likesCount: 9, post: likedPost })
  expect(read()).toEqual(likedPost)
  likeAction.settle(cache, entry, { liked: true, likesCount: 1, post: { ...likedPost, likesCount: 1, rev: 1 } })
  expect(read()).toEqual(likedPost)
})

it('is undone by the opposite click only', () => {
  const like = { postId: 'p', isLiked: true }
  const unlike = { postId: 'p', isLiked: false }
  expect(likeAction.isUndone?.(like, unlike)).toBe(true)
  expect(likeAction.isUndone?.(like, like)).toBe(false)
  expect(likeAction.plan(like, 'e').replaceKey).toBe(likeAction.plan(unlike, 'f').replaceKey)
})
