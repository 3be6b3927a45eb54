import { describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChat } from './chat-harness.ts'
import { createConversationFixture, waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(() => startChat())

const edit = (content: unknown) => ({ content })

describe('PUT /messages/:id', () => {
  it('replaces the text for all devices of both members and stores the earlier texts', async () => {
    const started = await chat()
    const { as, store, connect } = started
    const { ann, ben, send, list, waitForEvents } = await createConversationFixture(started)
    const devices = await Promise.all([connect(ann), connect(ann), connect(ben)])
    const message = await send(ann, 'Helo')
    const first = await as(ann).put(`/messages/${message._id}`).send(edit('  Hello '))
    expect(first).toMatchObject({
      status: 200,
      body: { message: { _id: message._id, seq: 1, rev: message.rev + 1, content: 'Hello', edited: true } },
    })
    await as(ann).put(`/messages/${message._id}`).send(edit('Hello!'))
    const { messages, rev } = await list(ben)
    expect(messages).toMatchObject([{ content: 'Hello!', edited: true, rev }])
    for (const device of devices) {
      const pushes = await waitForPushes(device, 'messageEdited', 2)
      expect(pushes.map(({ content }) => content)).toEqual(['Hello', 'Hello!'])
    }
    expect((await waitForPushes(devices[2], 'messageEdited', 2)).at(-1)).toEqual(messages[0])
    expect(await store.readEarlierTexts(message._id)).toEqual(['Helo', 'Hello'])
    expect((await waitForEvents(message._id, 3)).slice(1)).toMatchObject([
      { type: 'message.edited', data: { actor: { _id: ann._id }, otherId: ben._id, rev: message.rev + 1 } },
      { type: 'message.edited', data: { rev: message.rev + 2 } },
    ])
    expect(JSON.stringify(await waitForEvents(message._id, 3))).not.toContain('Hel')
  })

  it('pushes an edit in a message request to the devices of its sender alone', async () => {
    const started = await chat()
    const { as, connect } = started
    const { ann, eve } = await createConversationFixture(started)
    const devices = [await connect(eve), await connect(ann)] as const
    const sent = await as(eve).post('/messages').send({ recipientId: ann._id, content: 'Helo' })
    await as(eve).put(`/messages/${sent.body.message._id}`).send(edit('Hello')).expect(200)
    expect(await waitForPushes(devices[0], 'messageEdited')).toMatchObject([{ content: 'Hello' }])
    await as(ann).post('/messages').send({ recipientId: eve._id, content: 'Hello to you' }).expect(201)
    await waitForPushes(devices[1], 'messageSent')
    expect(devices[1].received('messageEdited')).toEqual([])
  })

  it('keeps the newest earlier texts only, so that one message cannot fill the store', async () => {
    const started = await chat()
    const { ann, send } = await createConversationFixture(started)
    const message = await send(ann, 'Text 0')
    for (let edits = 1; edits <= 22; edits += 1)
      await started
        .as(ann)
        .put(`/messages/${message._id}`)
        .send(edit(`Text ${edits}`))
    const newest = Array.from({ length: 20 }, (_, index) => `Text ${index + 2}`)
    expect(await started.store.readEarlierTexts(message._id)).toEqual(newest)
  })

  it('changes and pushes nothing when the text is the same', async () => {
    const started = await chat()
    const { ann, send, waitForEvents } = await createConversationFixture(started)
    const message = await send(ann, 'Hello')
    const response = await started.as(ann).put(`/messages/${message._id}`).send(edit('Hello'))
    expect(response.body).toMatchObject({ message: { edited: false, rev: message.rev } })
    expect(await waitForEvents(message._id, 1)).toHaveLength(1)
  })

  it('changes the messages that quote it, which are part of the changes', async () => {
    const started = await chat()
    const { ann, ben, send } = await createConversationFixture(started)
    const message = await send(ann, 'Helo')
    const reply = await send(ben, 'You mean hello', { replyTo: message._id })
    await started.as(ann).put(`/messages/${message._id}`).send(edit('Hello'))
    const changes = await started.as(ben).get(`/messages/${ann._id}/changes?since=${reply.rev}`)
    expect(changes.body.messages).toHaveLength(2)
    expect(changes.body.messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ _id: reply._id, replyTo: expect.objectContaining(edit('Hello')) }),
      ]),
    )
    expect(changes.body.rev).toBe(Math.max(...changes.body.messages.map(({ rev }: MessageView) => rev)))
  })

  it('refuses the recipient, strangers and messages without text', async () => {
    const started = await chat()
    const { as } = started
    const { ann, ben, eve, send } = await createConversationFixture(started)
    const { _id } = await send(ann, 'Mine')
    const put = (by: typeof ann, id: string, content: unknown) => as(by).put(`/messages/${id}`).send(edit(content))
    expect(await put(ben, _id, 'Yours')).toMatchObject({ status: 403, body: { code: 'not_your_message' } })
    const [foreign, unknown] = await Promise.all([put(eve, _id, 'x'), put(eve, UNKNOWN_ID, 'x')])
    expect(foreign).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    for (const content of ['', '   ', 'x'.repeat(1_001), null, 7, ['x'], '\ud800', 'a\0b'])
      expect(await put(ann, _id, content)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await put(ann, 'not-an-id', 'x')).toMatchObject({ status: 400 })
    await started.store.setPictureType(_id)
    expect(await put(ann, _id, 'x')).toMatchObject({ status: 400, body: { code: 'message_not_editable' } })
    await as(ann).delete(`/messages/${_id}`)
    expect(await put(ann, _id, 'x')).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
  })

  it('accepts only the text, and no edit across a block', async () => {
    const started = await chat()
    const { as, relations } = started
    const { ann, ben, send } = await createConversationFixture(started)
    const { _id, seq, createdAt } = await send(ann, 'Hello')
    const forged = {
      content: 'Hi',
      sender: ben,
      seq: 9,
      createdAt: '2000-01-01T00:00:00.000Z',
      imageUrl: 'http://x.test',
    }
    const response = await as(ann).put(`/messages/${_id}`).send(forged)
    expect(response.body.message).toMatchObject({
      content: 'Hi',
      sender: { _id: ann._id },
      seq,
      createdAt,
      imageUrl: '',
    })
    await relations.block(ben, ann)
    expect(await as(ann).put(`/messages/${_id}`).send(edit('Hear me'))).toMatchObject({
      status: 403,
      body: { code: 'not_mutual' },
    })
  })
})
