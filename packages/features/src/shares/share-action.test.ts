import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { findCachedPost, removeCachedPost, replaceCachedPost } from '../cache/cached-posts.ts'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { UNDO_POST_MS } from '../posts/publish-post-action.ts'
import { annAsAuthor, aPage, aPost, somebody } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { quoteAction, shareAction, toQuotedPost } from './share-action.ts'

const sharer = somebody({ username: 'mara', fullName: 'Mara Lindqvist' })
const sharedBy = { _id: 's', user: sharer, createdAt: '2026-05-02T12:00:00.000Z' }

function openCache(...posts: ReturnType<typeof aPost>[]) {
  const cache = createQueryClient()
  cache.setQueryData<PostListData>(queryKeys.postList('following'), { pages: [aPage(posts)], pageParams: [null] })
  const read = () => cache.getQueryData<PostListData>(queryKeys.postList('following'))?.pages[0]?.posts
  return { cache, read }
}

it('counts the viewer once, however often it is shown, and takes the share back once', () => {
  const post = aPost({ sharesCount: 4 })
  const { cache, read } = openCache(post)
  const entry = anOutboxEntry(shareAction, { postId: post._id, isShared: true })
  for (const _ of [1, 2]) shareAction.show?.(cache, entry)
  expect(read()).toMatchObject([{ viewerShared: true, sharesCount: 5 }])
  for (const _ of [1, 2]) shareAction.hide?.(cache, entry)
  expect(read()).toMatchObject([{ viewerShared: false, sharesCount: 4 }])
})

it('ends with the post of the response, by whomever the list has it', () => {
  const post = aPost({ sharesCount: 4, sharedBy })
  const { cache, read } = openCache(post)
  const { sharedBy: _sharedBy, ...plain } = { ...post, viewerShared: true, sharesCount: 7, rev: 2 }
  shareAction.settle(cache, anOutboxEntry(shareAction, { postId: post._id, isShared: true }), { post: plain })
  expect(read()).toEqual([{ ...plain, sharedBy }])
  expect(findCachedPost(cache, post._id)).toEqual(plain)
  shareAction.settle(cache, anOutboxEntry(shareAction, { postId: post._id, isShared: false }), { ok: true })
  expect(read()).toMatchObject([{ viewerShared: false, sharesCount: 6 }])
})

it('is undone by the opposite choice only, and the later choice replaces the earlier one', () => {
  const [share, undo] = [true, false].map((isShared) => ({ postId: 'p', isShared })) as [never, never]
  expect(shareAction.isUndone?.(share, undo)).toBe(true)
  expect(shareAction.isUndone?.(share, share)).toBe(false)
  expect(shareAction.plan(share, 'e').replaceKey).toBe(shareAction.plan(undo, 'f').replaceKey)
})

it('a share with a comment comes to the top of the feed once', () => {
  const post = aPost()
  const { cache, read } = openCache(post)
  const quote = aPost({ user: annAsAuthor, content: 'Look', quotedPost: post })
  const entry = anOutboxEntry(quoteAction, { postId: post._id, content: 'Look', pictures: [] })
  for (const _ of [1, 2]) quoteAction.settle(cache, entry, { post: { ...post, sharesCount: 1, rev: 2 }, quote })
  expect(read()).toMatchObject([{ _id: quote._id }, { _id: post._id, sharesCount: 1 }])
})

it('a quoted post that is deleted is no longer available', () => {
  const post = aPost()
  const { cache, read } = openCache(aPost({ content: 'Look', quotedPost: post }), post)
  removeCachedPost(cache, post._id)
  expect(read()).toMatchObject([{ content: 'Look', quotedPost: null }])
})

it('an older response keeps the newer post', () => {
  const post = aPost({ rev: 3, sharesCount: 2, sharedBy })
  const { cache, read } = openCache(post)
  replaceCachedPost(cache, { ...post, rev: 2, sharesCount: 1 })
  expect(read()).toEqual([post])
})

it('a share with a comment is held, and its pictures are uploaded before', () => {
  const file = new File(['...'], 'hill.png', { type: 'image/png' })
  const post = aPost({ pictureCover: { kind: 'spoiler', note: '' }, sharesCount: 4 })
  const settings = { language: 'sv', pictureCover: { kind: 'spoiler' as const, note: 'The end' } }
  const data = {
    postId: post._id,
    content: 'Look',
    pictures: [{ file, alt: 'A hill' }],
    settings,
    quoted: toQuotedPost(post),
  }
  const plan = quoteAction.plan(data, 'e1')
  expect(plan).toMatchObject({ lane: 'posts', holdMs: UNDO_POST_MS, files: [file] })
  expect(plan.requests).toMatchObject([
    { call: 'POST /media' },
    {
      call: 'POST /posts/:id/share',
      params: { id: post._id },
      body: {
        content: 'Look',
        pictures: [{ url: { fromRequest: 0, path: 'secure_url' }, alt: 'A hill' }],
        ...settings,
      },
      key: 'e1',
    },
  ])
  expect(plan.requests[1]?.body).not.toHaveProperty('quoted')
  expect(data.quoted).not.toHaveProperty('sharesCount')
})
