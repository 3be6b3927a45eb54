import { expect, it } from '@jest/globals'
import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { newId } from '@meadow/service'
import { alice, bob, eventually, testLog } from '@meadow/testing'
import { createPostId, testEvents } from '../../../tests/chat-test-events.ts'
import { createPushBus, type Push } from '../push/push-bus.ts'
import { createPostEventHandlers, retainContent } from './live-events.ts'
import { toPauseMs } from './post-update-throttle.ts'

it('pauses for at least 100 ms after an update of a post, and for four times as long as it took to send', () => {
  expect([0, 5, 100, 300, 60_000].map(toPauseMs)).toEqual([100, 100, 400, 1_200, 2_000])
})

it('keeps the text of an edit for the update that replaces it, unless that has a newer text', () => {
  const like = testEvents.postLiked(createPostId(), alice, bob, { rev: 3 }) as Parameters<typeof retainContent>[0]
  const withText = (content: string, editedAt: string) =>
    ({ ...like, data: { ...like.data, view: { ...like.data.view, content, editedAt } } }) as typeof like
  const [first, second] = [
    withText('First', '2026-01-01T00:00:01.000Z'),
    withText('Second', '2026-01-01T00:00:02.000Z'),
  ]
  expect(retainContent(like, first).data.view).toEqual({ ...first.data.view, facets: undefined })
  expect(retainContent(second, first)).toBe(second)
  expect(retainContent(like, like)).toBe(like)
})

it('keeps a link preview, or its removal, for the update that replaces it', () => {
  const like = testEvents.postLiked(createPostId(), alice, bob, { rev: 3 }) as Parameters<typeof retainContent>[0]
  const withPreview = (linkPreview: (typeof like.data.view)['linkPreview']) =>
    ({ ...like, data: { ...like.data, view: { ...like.data.view, linkPreview } } }) as typeof like
  const preview = { url: 'https://example.com/', title: 'A page', description: '', site: '' }
  expect(retainContent(like, withPreview(preview)).data.view.linkPreview).toEqual(preview)
  expect(retainContent(like, withPreview(null)).data.view.linkPreview).toBeNull()
  expect(retainContent(withPreview(null), withPreview(preview)).data.view.linkPreview).toBeNull()
  const removed = { ...like, data: { ...like.data, view: { ...like.data.view, isLinkPreviewRemoved: true } } }
  expect(retainContent(like, removed).data.view.isLinkPreviewRemoved).toBe(true)
})

/** Returns a function that handles a like of a post. */
function openLikes(push: Push, stopped = new AbortController().signal) {
  const members = { find: async () => new Map() } as never
  const handlers = createPostEventHandlers({ push, members, stopped, log: testLog, now: () => new Date() })
  const onLiked = handlers.find(({ definition }) => definition === events.postLiked)
  return (postId: string, rev: number) =>
    onLiked?.handle([testEvents.postLiked(postId, alice, bob, { rev })], undefined)
}

it('sends the next update of a post only after the last one was written to all sockets', async () => {
  const { push, connectSockets } = createPushBus({ log: testLog })
  const [slow, fast] = [createPostId(), createPostId()]
  const slowDelivery = Promise.withResolvers<void>()
  const sent: { _id: string; rev: number }[] = []
  connectSockets(async ({ payload }) => {
    const { _id, rev } = payload as { _id: string; rev: number }
    sent.push({ _id, rev })
    if (_id === slow) await slowDelivery.promise
  })
  const like = openLikes(push)

  for (const postId of [slow, fast]) for (const rev of [1, 2]) await like(postId, rev)
  await eventually(() => expect(sent).toContainEqual({ _id: fast, rev: 2 }))
  expect(sent).not.toContainEqual({ _id: slow, rev: 2 })
  slowDelivery.resolve()
  await eventually(() => expect(sent).toContainEqual({ _id: slow, rev: 2 }))
})

it('sends no waiting update of a post after the service has stopped', async () => {
  const { push, connectSockets } = createPushBus({ log: testLog })
  const sent: { _id: string; rev: number }[] = []
  connectSockets(async ({ payload }) => void sent.push(payload as { _id: string; rev: number }))
  const stopping = new AbortController()
  const [ended, later] = [createPostId(), createPostId()]
  const like = openLikes(push, stopping.signal)
  for (const rev of [1, 2]) await like(ended, rev)
  stopping.abort()
  const likeLater = openLikes(push)
  for (const rev of [1, 2]) await likeLater(later, rev) // its second update follows after the same pause
  await eventually(() => expect(sent).toContainEqual(expect.objectContaining({ _id: later, rev: 2 })))
  expect(sent).not.toContainEqual(expect.objectContaining({ _id: ended, rev: 2 }))
})

it('pushes edited, liked and removed comments, which may not be among the newest ones of their post', async () => {
  const { push, connectSockets } = createPushBus({ log: testLog })
  const sent: { name: string; payload: unknown }[] = []
  connectSockets(async ({ name, payload }) => void sent.push({ name, payload }))
  const members = { find: async () => new Map() } as never
  const stopped = new AbortController().signal
  const handlers = createPostEventHandlers({ push, members, stopped, log: testLog, now: () => new Date() })
  const handle = (event: DomainEvent) =>
    handlers.find(({ definition }) => definition.type === event.type)?.handle([event as never], undefined)

  const [postId, commentId, at] = [createPostId(), newId(new Date()), new Date()]
  const envelope = { source: 'posts', subject: postId, id: newId(at), time: at } as const
  const view = { likes: [], likesCount: 0, comments: [], commentsCount: 1 }
  const changed = { authorId: alice._id, view, rev: 3, commentId, commentAuthorId: bob._id }
  const like = { authorId: alice._id, commentId, commentAuthorId: bob._id, likesCount: 1, rev: 2 }
  const editedAt = at.toISOString()
  const edit = { ...changed, text: 'Edited', excerpt: 'Edited', editedAt }
  await handle(createEvent(events.commentEdited, { ...envelope, data: edit }))
  const actor = { _id: alice._id, username: 'alice', fullName: 'Alice', avatar: '', profileVersion: 1 }
  await handle(createEvent(events.commentLiked, { ...envelope, data: { ...like, actor } }))
  await handle(createEvent(events.commentDeleted, { ...envelope, data: { ...changed, rev: 4 } }))
  await handle(createEvent(events.postCommentHidden, { ...envelope, data: { ...changed, rev: 5 } }))
  await eventually(() => expect(sent.filter(({ name }) => name === 'postUpdated')).toHaveLength(2)) // the first, and the last
  const updates = sent.filter(({ name }) => name === 'commentUpdated').map(({ payload }) => payload)
  expect(updates).toEqual([
    { postId, commentId, text: 'Edited', editedAt },
    { postId, commentId, likesCount: 1 },
    { postId, commentId, isRemoved: true },
    { postId, commentId, isRemoved: true },
  ])
})
