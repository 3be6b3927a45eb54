import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { createTestMember, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
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

  it('needs mutual follows only for the first message, where no requests are allowed', async () => {
    const { as, addMember, relations } = await chat()
    const [one, other] = [await addMember(), await addMember()]
    await relations.setContactPrivacy(other, { allowRequests: false })
    await relations.follow(one, other)
    expect((await as(one).send(other, 'Hi')).body).toMatchObject({ code: 'not_mutual' })
    expect((await as(one).send(other, 'Hi')).status).toBe(403)
    await relations.follow(other, one)
    await as(one).sendMessage(other, 'Hi')
    await relations.unfollow(other, one)
    expect(await as(other).sendMessage(one, 'Hi again')).toMatchObject({ seq: 2 })
  })

  it('refuses a message to blocked and deactivated members like one to members who do not follow back', async () => {
    const { as, addMutualFollowers, relations } = await chat()
    const [one, other] = await addMutualFollowers()
    const [, deactivated] = [one, await (await chat()).addMember()]
    await as(one).sendMessage(other, 'Hi')
    await relations.block(other, one)
    await relations.deactivate(deactivated)
    const closed = await (await chat()).addMember()
    await relations.setContactPrivacy(closed, { allowRequests: false })
    const responses = await Promise.all([other, deactivated, closed].map((member) => as(one).send(member, 'Hi')))
    for (const { status, body } of [...responses, await as(other).send(one, 'Hi')])
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'not_mutual' })
    for (const member of [createTestMember(), { ...other, _id: UNKNOWN_ID }])
      expect(await as(one).send(member, 'Hi')).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
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
  })

  it('refuses messages to oneself', async () => {
    const { as, addMutualFollowers } = await chat()
    const [one] = await addMutualFollowers()
    const refused = { status: 400, body: { code: 'cannot_message_self' } }
    expect(await as(one).send(one, 'Hi')).toMatchObject(refused)
    expect(await as(one).get(`/messages/conversations/${one._id}`)).toMatchObject(refused)
    expect((await as(one).conversations()).conversations).toEqual([])
  })
})
