import { expect, it } from '@jest/globals'
import { createQueryClient } from '@meadow/web'
import { type PostListData, queryKeys } from '../cache/query-keys.ts'
import { aComment, annAsAuthor, aPage, aPost } from '../testing/fixtures.ts'
import { anOutboxEntry } from '../testing/outbox-entry.ts'
import { commentAction, isCommentOn } from './comment-action.ts'

const waitingPost = { fromEntry: 'e1', path: '_id' }

it('is sent after other actions on its post, with the id of the entry as client key', () => {
  expect(commentAction.plan({ post: 'p1', text: 'Lovely!' }, 'e2')).toEqual({
    lane: 'post p1',
    requests: [{ call: 'POST /posts/:id/comments', params: { id: 'p1' }, body: { text: 'Lovely!' }, key: 'e2' }],
    description: 'Comment: Lovely!',
  })
})

it('refers to a post that waits itself, until that is published', () => {
  const entry = anOutboxEntry(commentAction, { post: waitingPost, text: 'Lovely!' })
  expect(entry.requests[0]?.params).toEqual({ id: waitingPost })
  expect(isCommentOn(waitingPost, entry)).toBe(true)
  expect(isCommentOn({ ...waitingPost, fromEntry: 'e9' }, entry)).toBe(false)
  expect(isCommentOn('p1', entry)).toBe(false)

  const [request] = entry.requests
  const resolved = {
    ...entry,
    requests: [{ ...request, call: 'POST /posts/:id/comments' as const, params: { id: 'p1' } }],
  }
  expect(isCommentOn('p1', resolved)).toBe(true)
  expect(isCommentOn(waitingPost, resolved)).toBe(false)
})

it('appears with the response, once', () => {
  const cache = createQueryClient()
  const post = aPost()
  cache.setQueryData<PostListData>(queryKeys.postList('all'), { pages: [aPage([post])], pageParams: [null] })
  const comment = aComment({ user: annAsAuthor })
  const entry = anOutboxEntry(commentAction, { post: post._id, text: comment.text })
  const response = { post: { ...post, rev: 2, comments: [comment], commentsCount: 1 }, comment }
  commentAction.settle(cache, entry, response)
  commentAction.settle(cache, entry, response)
  const list = cache.getQueryData<PostListData>(queryKeys.postList('all'))
  expect(list?.pages[0]?.posts).toMatchObject([{ commentsCount: 1, comments: [comment] }])
})

it.each([
  ['post_not_found', 'This post was deleted, so your comment could not be added.'],
  ['forbidden', 'Not you'],
])('says in words why it was refused: %s', (code, text) => {
  const data = { post: 'p1', text: 'Lovely!' }
  expect(commentAction.describeRefusal?.({ status: 404, code, message: 'Not you' }, data)).toBe(text)
})
