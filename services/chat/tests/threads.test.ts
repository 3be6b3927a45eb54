import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChat } from './chat-harness.ts'
import { createConversationFixture } from './conversation-fixture.ts'

const chat = shareAcrossTests(() => startChat())

describe('GET /messages/thread/:id', () => {
  it('returns the newest page of a thread, by any message of the thread', async () => {
    const started = await chat()
    const { as } = started
    const { ann, ben, send } = await createConversationFixture(started)
    const root = await send(ann, 'Shall we?')
    await send(ben, 'Something else')
    const replies = [await send(ben, 'Yes', { threadId: root._id })]
    replies.push(await send(ann, 'When?', { replyTo: replies[0]?._id ?? '' }))
    replies.push(await send(ben, 'Now', { threadId: replies[0]?._id ?? '' }))
    const [first, second, third] = replies.map(({ _id }) => _id)
    const thread = async (query: string, id = root._id) => (await as(ben).get(`/messages/thread/${id}${query}`)).body
    const newest = await thread('?limit=2')
    expect(newest).toMatchObject({
      root: { _id: root._id, threadCount: 3, threadId: null },
      messages: [
        { _id: second, threadId: root._id },
        { _id: third, threadId: root._id },
      ],
      hasMore: true,
    })
    expect(await thread(`?limit=2&before=${second}`)).toMatchObject({ messages: [{ _id: first }], hasMore: false })
    expect(await thread('', second)).toMatchObject({ root: { _id: root._id }, messages: [{}, {}, {}] })
    await as(ben).delete(`/messages/${third}`)
    expect(await thread('')).toMatchObject({
      root: { threadCount: 2 },
      messages: [{ _id: first }, { _id: second }, { _id: third, content: '', deletedAt: expect.any(String) }],
    })
  })

  it('is not found by other members', async () => {
    const started = await chat()
    const { as } = started
    const { ann, eve, send } = await createConversationFixture(started)
    const { _id } = await send(ann, 'Hello')
    const other = await createConversationFixture(started)
    const foreign = await other.send(other.ann, 'Elsewhere')
    const missing = { status: 404, body: { code: 'message_not_found' } }
    for (const id of [_id, UNKNOWN_ID]) {
      expect(await as(eve).get(`/messages/thread/${id}`)).toMatchObject(missing)
      expect(await as(eve).put(`/messages/thread/${id}/read`)).toMatchObject(missing)
    }
    expect(await as(ann).get(`/messages/thread/${_id}?before=${foreign._id}`)).toMatchObject(missing)
    expect(await as(ann).get('/messages/thread/nothing')).toMatchObject({ status: 400 })
    expect(await as(eve).get(`/messages/${ann._id}/threads`)).toMatchObject({ status: 200, body: { threads: [] } })
    expect(await as(eve).get(`/messages/${UNKNOWN_ID}/threads`)).toMatchObject({ status: 404 })
  })
})

describe('GET /messages/:userId/threads', () => {
  it('lists threads by their newest message, with unread counts', async () => {
    const started = await chat()
    const { as } = started
    const { ann, ben, send, readUnreadCounts } = await createConversationFixture(started)
    const [one, two, three] = [await send(ann, 'One'), await send(ann, 'Two'), await send(ann, 'Three')]
    await send(ben, 'a', { threadId: one._id })
    await send(ann, 'b', { threadId: two._id })
    const third = await send(ann, 'c', { threadId: one._id })
    await send(ann, 'd', { threadId: one._id })
    await as(ann).delete(`/messages/${(await send(ann, 'e', { threadId: three._id }))._id}`)
    const list = async (by: typeof ann, query = '') =>
      (await as(by).get(`/messages/${by === ann ? ben._id : ann._id}/threads${query}`)).body
    const shown = (threads: { root: { _id: string }; unreadCount: number }[]) =>
      threads.map(({ root, unreadCount }) => [root._id, unreadCount])
    const all = await list(ben)
    expect(shown(all.threads)).toEqual([
      [one._id, 2],
      [two._id, 1],
    ])
    expect(all).toMatchObject({ hasMore: false, nextCursor: null })
    expect(shown((await list(ann)).threads)).toEqual([
      [one._id, 0],
      [two._id, 0],
    ])
    const page = await list(ben, '?limit=1')
    expect(page).toMatchObject({ hasMore: true, threads: [{ root: { _id: one._id } }] })
    expect(shown((await list(ben, `?limit=1&cursor=${page.nextCursor}`)).threads)).toEqual([[two._id, 1]])
    const counted = await readUnreadCounts(ben)
    const readUpTo = async ({ _id }: { _id: string }) =>
      expect(await as(ben).put(`/messages/thread/${_id}/read`)).toMatchObject({ status: 200, body: { ok: true } })
    await readUpTo(third)
    expect(shown((await list(ben)).threads)[0]).toEqual([one._id, 1])
    await readUpTo(one)
    await readUpTo(third) // a mark never moves back
    expect(shown((await list(ben)).threads)).toEqual([
      [one._id, 0],
      [two._id, 1],
    ])
    expect(await readUnreadCounts(ben)).toEqual(counted)
    expect(await as(ben).get(`/messages/${ann._id}/threads?cursor=x`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })

  it('counts a message that was read in the conversation as read', async () => {
    const started = await chat()
    const { ann, ben, send } = await createConversationFixture(started)
    const { as } = started
    const root = await send(ann, 'Root')
    const first = await send(ann, 'In it', { threadId: root._id })
    await send(ann, 'Later in it', { threadId: root._id })
    const readUnreadCount = async () => (await as(ben).get(`/messages/${ann._id}/threads`)).body.threads[0].unreadCount
    expect(await readUnreadCount()).toBe(2)
    await as(ben).put(`/messages/${first._id}/read`).expect(200)
    expect(await readUnreadCount()).toBe(1)
    await as(ben).put(`/messages/conversations/${ann._id}/read`).expect(200)
    expect(await readUnreadCount()).toBe(0)
  })

  it('counts a message in a thread once as unread', async () => {
    const started = await chat()
    const { ann, ben, send, readUnreadCounts } = await createConversationFixture(started)
    const root = await send(ann, 'Root')
    await send(ann, 'In it', { threadId: root._id })
    expect(await readUnreadCounts(ben)).toEqual([2, 2])
    await started.as(ben).put(`/messages/conversations/${ann._id}/read`)
    expect(await readUnreadCounts(ben)).toEqual([0, 0])
  })
})
