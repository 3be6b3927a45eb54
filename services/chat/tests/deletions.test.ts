import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChat } from './chat-harness.ts'
import { createConversationFixture, waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(() => startChat())

describe('DELETE /messages/:id', () => {
  it('deletes the content for all devices of both members and keeps the seq', async () => {
    const started = await chat()
    const { as, store, connect } = started
    const { ann, ben, send, list, waitForEvents } = await createConversationFixture(started)
    const devices = await Promise.all([connect(ann), connect(ann), connect(ben)])
    await send(ben, 'Before')
    const message = await send(ann, 'A secret')
    const reply = await send(ben, 'What?', { replyTo: message._id })
    await as(ann).put(`/messages/${message._id}`).send({ content: 'A secret!' })
    await as(ben).post(`/messages/${message._id}/reactions`).send({ emoji: '😮' })
    expect(await as(ann).delete(`/messages/${message._id}`)).toMatchObject({ status: 200, body: { ok: true } })
    const { messages, rev } = await list(ben)
    const deletedQuote = { _id: message._id, content: '', deletedAt: messages[1]?.deletedAt, sender: { _id: ann._id } }
    expect(messages).toMatchObject([
      { seq: 1 },
      {
        _id: message._id,
        seq: 2,
        rev,
        content: '',
        edited: false,
        editedAt: null,
        reactions: [],
        deletedAt: expect.any(String),
      },
      { _id: reply._id, replyTo: deletedQuote },
    ])
    expect([await store.readEarlierTexts(message._id), await store.countReactions(message._id)]).toEqual([[], 0])
    for (const [index, device] of devices.entries()) {
      const userId = index === 2 ? ann._id : ben._id
      expect(await waitForPushes(device, 'messageDeleted')).toEqual([{ messageId: message._id, userId, rev }])
    }
    expect((await waitForEvents(message._id, 4)).at(-1)).toMatchObject({
      type: 'message.deleted',
      data: { actor: { _id: ann._id }, otherId: ben._id, rev },
    })
    const changes = await as(ben).get(`/messages/${ann._id}/changes?since=${reply.rev}`)
    expect(changes.body.messages).toMatchObject([
      { _id: reply._id, replyTo: deletedQuote },
      { _id: message._id, content: '', rev },
    ])
    expect((await as(ben).get(`/messages/${ann._id}?q=secret`)).body.messages).toEqual([])
  })

  it('decrements the unread count once, if the message was unread', async () => {
    const started = await chat()
    const { as, connect } = started
    const { ann, ben, send, readUnreadCounts } = await createConversationFixture(started)
    const read = await send(ann, 'One')
    await as(ben).put(`/messages/${read._id}/read`)
    const later = await send(ann, 'Two')
    await send(ann, 'Three')
    expect(await readUnreadCounts(ben)).toEqual([2, 2])
    const device = await connect(ben)
    await as(ann).delete(`/messages/${later._id}`)
    await as(ann).delete(`/messages/${later._id}`)
    await as(ann).delete(`/messages/${read._id}`)
    expect(await readUnreadCounts(ben)).toEqual([1, 1])
    expect((await waitForPushes(device, 'unread')).at(-1)).toMatchObject({ messages: 1 })
    await as(ben).put(`/messages/conversations/${ann._id}/read`)
    expect(await readUnreadCounts(ben)).toEqual([0, 0])
  })

  it('shows the last message of a conversation as deleted', async () => {
    const started = await chat()
    const { ann, ben, send } = await createConversationFixture(started)
    const { _id } = await send(ann, 'A secret')
    await started.as(ann).delete(`/messages/${_id}`)
    const { conversations } = (await started.as(ben).get('/messages/conversations')).body
    expect(conversations).toMatchObject([{ lastMessage: { _id, content: '', deletedAt: expect.any(String) } }])
  })

  it('returns the deleted message for a repeated send and does not send it again', async () => {
    const started = await chat()
    const { ann, ben, list } = await createConversationFixture(started)
    const sending = {
      recipientId: ben._id,
      content: 'Once',
      clientMessageId: UNKNOWN_ID.replace('dead', ann._id.slice(0, 4)),
    }
    const { message } = (await started.as(ann).post('/messages').send(sending)).body
    await started.as(ann).delete(`/messages/${message._id}`)
    const again = await started.as(ann).post('/messages').send(sending)
    expect(again.body.message).toMatchObject({ _id: message._id, content: '', deletedAt: expect.any(String) })
    expect((await list(ben)).messages).toHaveLength(1)
  })

  it('refuses the recipient and strangers, also after the deletion', async () => {
    const started = await chat()
    const { as, relations } = started
    const { ann, ben, eve, send, waitForEvents } = await createConversationFixture(started)
    const { _id } = await send(ann, 'Mine')
    expect(await as(ben).delete(`/messages/${_id}`)).toMatchObject({ status: 403, body: { code: 'not_your_message' } })
    expect(await as(eve).delete(`/messages/${_id}`)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    expect(await as(eve).delete(`/messages/${UNKNOWN_ID}`)).toMatchObject({ status: 404 })
    await relations.block(ben, ann)
    expect(await as(ann).delete(`/messages/${_id}`)).toMatchObject({ status: 200 })
    expect(await as(ann).delete(`/messages/${_id}`)).toMatchObject({ status: 200 })
    expect(await as(ben).delete(`/messages/${_id}`)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    expect(await waitForEvents(_id, 2)).toHaveLength(2)
  })
})
