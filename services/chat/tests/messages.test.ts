import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createTestMember, eventually, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'

const chat = shareAcrossTests(startChatApi)

describe('POST /messages', () => {
  it('sends a trimmed text to a mutual follower', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const clientMessageId = randomUUID()
    const message = await as(one).sendMessage(other, '  Hello!\n', { clientMessageId })
    expect(message).toMatchObject({
      seq: 1,
      rev: 1,
      clientMessageId,
      content: 'Hello!',
      messageType: 'text',
      status: 'sent',
      isRead: false,
      edited: false,
      deletedAt: null,
      reactions: [],
      replyTo: null,
      threadId: null,
      threadCount: 0,
      imageUrl: '',
      sender: { _id: one._id, username: one.username, isFollowing: false },
      recipient: { _id: other._id, isFollowing: true },
    })
    const { messages } = await as(other).list(one)
    expect(messages).toEqual([
      {
        ...message,
        clientMessageId: null,
        sender: { ...message.sender, isFollowing: true },
        recipient: { ...message.recipient, isFollowing: false },
      },
    ])
  })

  it('needs mutual follows only for the first message', async () => {
    const { as, addMember, relations } = await chat()
    const [one, other] = [await addMember(), await addMember()]
    await relations.follow(one, other)
    expect((await as(one).send(other, 'Hi')).body).toMatchObject({ code: 'not_mutual' })
    expect((await as(one).send(other, 'Hi')).status).toBe(403)
    await relations.follow(other, one)
    await as(one).sendMessage(other, 'Hi')
    await relations.unfollow(other, one)
    expect(await as(other).sendMessage(one, 'Hi again')).toMatchObject({ seq: 2 })
  })

  it('responds alike for unknown, deactivated and blocked members', async () => {
    const { as, addMutualFollowers, relations } = await chat()
    const [one, other] = await addMutualFollowers()
    const [, deactivated] = [one, await (await chat()).addMember()]
    await as(one).sendMessage(other, 'Hi')
    await relations.block(other, one)
    await relations.deactivate(deactivated)
    const responses = await Promise.all(
      [other, deactivated, createTestMember(), { ...other, _id: UNKNOWN_ID }].map((member) =>
        as(one).send(member, 'Hi'),
      ),
    )
    for (const { status, body } of responses) {
      expect({ status, ...body }).toMatchObject({ status: 404, code: 'member_not_found', error: 'Member not found' })
    }
    expect((await as(other).send(one, 'Hi')).status).toBe(404)
    expect((await as(one).list(other)).messages).toHaveLength(1)
    expect(await as(one).conversation(other)).toMatchObject({ canSend: false })
  })

  it('returns the first message for a repeat and refuses another message with the same id', async () => {
    const { as, addMutualFollowers, addMember, relations } = await chat()
    const [one, other] = await addMutualFollowers()
    const more = { clientMessageId: randomUUID() }
    const responses = await Promise.all(Array.from({ length: 5 }, () => as(one).send(other, 'Once', more)))
    expect(new Set(responses.map(({ body }) => body.message._id)).size).toBe(1)
    expect((await as(one).list(other)).messages).toHaveLength(1)
    expect(await as(other).unreadCount()).toBe(1)
    expect((await as(one).send(other, 'Twice', more)).body).toMatchObject({ code: 'key_reused' })
    const third = await addMember()
    await relations.follow(one, third)
    await relations.follow(third, one)
    expect((await as(one).send(third, 'Once', more)).body).toMatchObject({ code: 'key_reused' })
    expect((await as(third).conversation(one)).rev).toBe(0)
    expect(await as(other).sendMessage(one, 'Once', more)).toMatchObject({ seq: 2 }) // client message ids are unique per sender only
  })

  it('quotes the message it replies to, in the same conversation only', async () => {
    const { as, addMutualFollowers, addMember, relations } = await chat()
    const [one, other] = await addMutualFollowers()
    const third = await addMember()
    await relations.follow(one, third)
    await relations.follow(third, one)
    const first = await as(one).sendMessage(other, 'Question?')
    const elsewhere = await as(one).sendMessage(third, 'Elsewhere')
    expect((await as(other).sendMessage(one, 'Answer', { replyTo: first._id })).replyTo).toMatchObject({
      _id: first._id,
      content: 'Question?',
      messageType: 'text',
      sender: { _id: one._id, isFollowing: true },
    })
    for (const named of [{ replyTo: elsewhere._id }, { threadId: elsewhere._id }, { replyTo: UNKNOWN_ID }]) {
      const { status, body } = await as(other).send(one, 'Answer', named)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'message_not_found' })
    }
  })

  it('keeps messages of a thread and replies to them in the thread', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const root = await as(one).sendMessage(other, 'Root')
    const inThread = await as(other).sendMessage(one, 'Under it', { threadId: root._id })
    const deeper = await as(one).sendMessage(other, 'Deeper', { threadId: inThread._id })
    const reply = await as(other).sendMessage(one, 'Reply', { replyTo: inThread._id })
    expect([inThread, deeper, reply].map(({ threadId }) => threadId)).toEqual(Array(3).fill(root._id))
    expect((await as(one).list(other)).messages[0]).toMatchObject({ threadCount: 3, rev: 4 })
    expect(await as(one).unreadCount()).toBe(2)
  })

  it.each([
    [{ content: '   ' }],
    [{ content: 'a'.repeat(1_001) }],
    [{ content: 'a\0b' }],
    [{ content: 7 }],
    [{ recipientId: 'bob' }],
    [{ recipientId: { $ne: '' } }],
    [{ messageType: 'image' }],
    [{ clientMessageId: 'x' }],
    [{ replyTo: '../1' }],
  ])('refuses %j', async (wrong) => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const response = await as(one).post('/messages', { recipientId: other._id, content: 'Hi', ...wrong })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('ignores sender and time in the request', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const forgedFields = {
      sender: other._id,
      senderId: other._id,
      createdAt: '2020-01-01T00:00:00.000Z',
      seq: 9,
      isRead: true,
    }
    const message = await as(one).sendMessage(other, 'Hi', forgedFields)
    expect(message).toMatchObject({ sender: { _id: one._id }, seq: 1, isRead: false })
    expect(Date.parse(message.createdAt)).toBeGreaterThan(Date.now() - 60_000)
    const toSelf = await as(one).send(one, 'Hi')
    expect(toSelf).toMatchObject({ status: 400, body: { code: 'cannot_message_self' } })
  })
})

describe('GET /messages/:id', () => {
  it('pages back to the first message, by id or time, and returns the messages around one', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    const all = []
    for (let count = 0; count < 7; count += 1)
      all.push(await as(count % 2 ? one : other).sendMessage(count % 2 ? other : one, `${count}`))
    const seqs = ({ messages, ...more }: { messages: { seq: number }[] }) => ({
      seqs: messages.map(({ seq }) => seq),
      ...more,
    })
    const page = async (query: string) => seqs(await as(one).list(other, query))
    expect(await page('?limit=3')).toMatchObject({ seqs: [5, 6, 7], hasMore: true, hasNewer: false })
    expect(await page(`?limit=3&before=${all[4]?._id}`)).toMatchObject({
      seqs: [2, 3, 4],
      hasMore: true,
      hasNewer: true,
    })
    expect(await page(`?limit=3&before=${all[1]?._id}`)).toMatchObject({ seqs: [1], hasMore: false, hasNewer: true })
    expect(await page(`?limit=3&before=${all[0]?._id}`)).toMatchObject({ seqs: [], hasMore: false })
    expect(await page(`?before=${Date.parse(all[0]?.createdAt ?? '')}`)).toMatchObject({ seqs: [] })
    expect(await page(`?limit=2&before=${Date.now() + 60_000}`)).toMatchObject({ seqs: [6, 7] })
    expect(await page(`?limit=3&around=${all[3]?._id}`)).toMatchObject({
      seqs: [3, 4, 5],
      hasMore: true,
      hasNewer: true,
    })
    expect(await page(`?limit=5&around=${all[6]?._id}`)).toMatchObject({ hasNewer: false })
    expect((await page(`?limit=5&around=${all[0]?._id}`)).seqs).toContain(1)
  })

  it('is empty between members without messages', async () => {
    const { as, addMember } = await chat()
    const [one, other] = [await addMember(), await addMember()]
    expect(await as(one).list(other)).toEqual({ messages: [], hasMore: false, hasNewer: false, rev: 0 })
    expect(await as(one).changes(other, 0)).toMatchObject({ messages: [], rev: 0, unreadCount: 0 })
  })

  it('does not show the messages of other members', async () => {
    const { as, addMutualFollowers, addMember } = await chat()
    const [one, other] = await addMutualFollowers()
    const spy = await addMember()
    const { _id } = await as(one).sendMessage(other, 'Secret')
    await as(one).sendMessage(other, 'Secret, too')
    const readRefusal = async (pending: PromiseLike<{ status: number; body: { code?: string; error?: string } }>) => {
      const { status, body } = await pending
      return { status, code: body.code, error: body.error }
    }
    const refused = { status: 404, code: 'message_not_found', error: 'Message not found' }
    expect(await readRefusal(as(spy).put(`/messages/${_id}/read`))).toEqual(refused)
    expect(await readRefusal(as(spy).put(`/messages/${UNKNOWN_ID}/read`))).toEqual(refused)
    expect((await as(spy).list(one)).messages).toEqual([])
    expect((await as(spy).conversations()).conversations).toEqual([])
    const { conversation } = await as(spy)
      .get(`/messages/conversations/${one._id}`)
      .then(({ body }) => body)
    expect(conversation).toMatchObject({ lastMessage: null, rev: 0, canSend: false })
    const mutual = await addMember()
    const { relations } = await chat()
    await relations.follow(mutual, one)
    await relations.follow(one, mutual)
    await as(one).sendMessage(mutual, 'Hi')
    expect(await readRefusal(as(mutual).get(`/messages/${one._id}?before=${_id}`))).toEqual(refused)
    expect(await readRefusal(as(mutual).get(`/messages/${one._id}?around=${_id}`))).toEqual(refused)
  })

  it.each([
    ['/messages/nobody', 400],
    [`/messages/${UNKNOWN_ID.toUpperCase()}`, 400],
    [`/messages/${UNKNOWN_ID}`, 404],
    [`/messages/${UNKNOWN_ID}/changes?since=0`, 404],
    [`/messages/${UNKNOWN_ID}/changes`, 400],
    [`/messages/${UNKNOWN_ID}/changes?since=-1`, 400],
    [`/messages/${UNKNOWN_ID}?start=2&end=1`, 400],
    [`/messages/${UNKNOWN_ID}?before=yesterday`, 400],
    [`/messages/${UNKNOWN_ID}?limit=51`, 400],
    ['/messages/conversations?cursor=x', 400],
    ['/messages/conversations?page=999', 400],
    ['/messages/sync?since=x', 400],
    ['/messages/mutual-followers?cursor=x', 400],
    [`/messages/conversations/${UNKNOWN_ID}`, 404],
  ])('%s is %i', async (path, status) => {
    const { as, addMember } = await chat()
    expect((await as(await addMember()).get(path)).status).toBe(status)
  })

  it('returns the delivery status of each message', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one, other] = await addMutualFollowers()
    await as(one).sendMessage(other, 'First')
    const second = await as(one).sendMessage(other, 'Second')
    await as(other).list(one)
    const statuses = async () => (await as(one).list(other)).messages.map(({ status }: { status: string }) => status)
    await eventually(async () => expect(await statuses()).toEqual(['delivered', 'delivered']))
    await as(one).sendMessage(other, 'Third')
    expect((await as(other).put(`/messages/${second._id}/read`)).body).toMatchObject({ unreadCount: 1, total: 1 })
    expect(await statuses()).toEqual(['read', 'read', 'sent'])
  })
})
