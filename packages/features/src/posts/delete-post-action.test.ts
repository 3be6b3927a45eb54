import { expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts/browser'
import { createQueryClient } from '@meadow/web'
import { aProfile } from '@meadow/web/testing'
import { type PostListData, type ProfileResponse, queryKeys } from '../cache/query-keys.ts'
import { ann, annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { deletePostAction } from './delete-post-action.ts'

const at = (minute: number) => ({ user: annAsAuthor, createdAt: `2026-05-01T12:0${minute}:00.000Z` })
const [newest, own, oldest] = [aPost(at(3)), aPost(at(2)), aPost(at(1))]

function openCache(posts: PostView[] = [newest, own, oldest]) {
  const cache = createQueryClient()
  const receive = () => {
    cache.setQueryData<PostListData>(queryKeys.postList('all'), { pages: [aPage(posts)], pageParams: [null] })
    const user = aProfile({ _id: ann._id, postCount: 7 })
    cache.setQueryData<ProfileResponse>(queryKeys.profile(ann._id), { user, isFollowing: false })
  }
  const read = () => ({
    ids: cache.getQueryData<PostListData>(queryKeys.postList('all'))?.pages[0]?.posts.map(({ _id }) => _id),
    postCount: cache.getQueryData<ProfileResponse>(queryKeys.profile(ann._id))?.user.postCount,
  })
  receive()
  return { cache, receive, read }
}
const deleted = { ids: [newest._id, oldest._id], postCount: 6 }

it('removes the post once, and again from what the server sends meanwhile', () => {
  const { cache, receive, read } = openCache()
  const entry = anOutboxEntry(deletePostAction, { post: own })
  deletePostAction.show?.(cache, entry)
  deletePostAction.show?.(cache, entry)
  expect(read()).toEqual(deleted)
  receive()
  deletePostAction.show?.(cache, entry)
  expect(read()).toEqual(deleted)
})

it.each([
  ['the newest', newest],
  ['one in between', own],
  ['the oldest', oldest],
])('is taken back once, with %s where it was', (_, post) => {
  const { cache, read } = openCache()
  const before = read()
  const entry = anOutboxEntry(deletePostAction, { post })
  deletePostAction.show?.(cache, entry)
  deletePostAction.hide?.(cache, entry)
  deletePostAction.hide?.(cache, entry)
  expect(read()).toEqual(before)
})

it('is held, so that it can be undone', () => {
  expect(deletePostAction.plan({ post: own }, 'e')).toMatchObject({ holdMs: 5_000 })
})

it('is done if the post is gone already', () => {
  expect(deletePostAction.plan({ post: own }, 'e').requests).toMatchObject([{ doneCodes: ['post_not_found'] }])
})
