import { describe, expect, it } from '@jest/globals'
import { serverToClientMessages } from '@meadow/contracts'
import { createTestMember, eventually, shareAcrossTests } from '@meadow/testing'
import { createTestEvents } from '@meadow/testing/service'
import { startChatApi } from './chat-api.ts'
import type { SocketClient } from './chat-harness.ts'
import { waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(startChatApi)

/** Acknowledges each received message, as the front end does. */
function withAcknowledgements(client: SocketClient): SocketClient {
  client.socket.on('newMessage', (_message, acknowledge) => acknowledge())
  return client
}

describe('a sent message', () => {
  it('is pushed to all devices of both members, with the unread count', async () => {
    const { as, addMutualFollowers, connect, addMember } = await chat()
    const [one, other] = await addMutualFollowers()
    const devices = await Promise.all([connect(one), connect(one), connect(other), connect(other)])
    const bystander = await connect(await addMember())
    const message = await as(one).sendMessage(other, 'Hello')
    const [ownDevices = [], otherDevices = []] = [devices.slice(0, 2), devices.slice(2)]
    for (const client of ownDevices) expect(await waitForPushes(client, 'messageSent')).toEqual([message])
    const [listedMessage] = (await as(other).list(one)).messages
    for (const client of otherDevices) {
      expect(await waitForPushes(client, 'newMessage')).toEqual([{ ...listedMessage, status: 'sent' }])
      expect(await waitForPushes(client, 'unread')).toMatchObject([{ messages: 1 }])
    }
    await as(one).put(`/messages/conversations/${other._id}/read`).expect(200)
    expect(bystander.pushes).toEqual([])
    for (const client of ownDevices) expect(client.received('newMessage')).toEqual([])
  })

  it('is pushed once, even if the send is repeated', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const client = await connect(other)
    const more = { clientMessageId: createTestMember()._id }
    for (let count = 0; count < 3; count += 1) await as(one).sendMessage(other, 'Hello', more)
    await as(one).sendMessage(other, 'End')
    expect((await waitForPushes(client, 'newMessage', 2)).map(({ content }) => content)).toEqual(['Hello', 'End'])
  })

  it('is delivered when a device acknowledges it, and the sender gets the delivery mark', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const [sender, silent, second] = await Promise.all([connect(one), connect(other), connect(one)])
    await as(one).sendMessage(other, 'To a device that says nothing')
    await waitForPushes(silent, 'newMessage')
    expect((await as(one).conversation(other)).deliveredUpTo).toBe(0)
    withAcknowledgements(await connect(other))
    for (let count = 0; count < 5; count += 1) await as(one).sendMessage(other, `${count}`)
    for (const [client, userId] of [
      [sender, other._id],
      [second, other._id],
      [silent, one._id],
    ] as const) {
      await eventually(() => expect(client.received('messageDelivered').at(-1)?.upToSeq).toBe(6))
      const { rev } = await as(one).conversation(other)
      expect(client.received('messageDelivered').at(-1)).toEqual({ userId, receiverId: other._id, upToSeq: 6, rev })
    }
    expect((await as(one).list(other)).messages.at(-1)).toMatchObject({ status: 'delivered', isRead: false })
  })

  it('is read on all devices immediately, and the sender gets the read mark', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const { _id } = await as(one).sendMessage(other, 'Hello')
    const [sender, ...readers] = await Promise.all([connect(one), connect(other), connect(other)])
    await as(other).put(`/messages/${_id}/read`).expect(200)
    const { rev } = await as(one).conversation(other)
    const read = { readerId: other._id, upToSeq: 1, rev }
    expect(await waitForPushes(sender as SocketClient, 'messageRead')).toEqual([{ ...read, userId: other._id }])
    for (const client of readers) {
      expect(await waitForPushes(client, 'messageRead')).toEqual([{ ...read, userId: one._id }])
      expect(await waitForPushes(client, 'unread')).toMatchObject([{ messages: 0 }])
    }
    await as(other).put(`/messages/${_id}/read`).expect(200)
    await as(one).sendMessage(other, 'End')
    await waitForPushes(readers[0] as SocketClient, 'newMessage')
    expect(readers[0]?.received('messageRead')).toHaveLength(1)
  })

  it('is pushed to devices on another instance', async () => {
    const { as, addMutualFollowers, connect, startInstance } = await chat()
    const [one, other] = await addMutualFollowers()
    const { url } = await startInstance()
    const elsewhere = withAcknowledgements(await connect(other, { url }))
    const message = await as(one).sendMessage(other, 'Hello')
    expect(await waitForPushes(elsewhere, 'newMessage')).toMatchObject([{ _id: message._id }])
    await eventually(async () => expect((await as(one).conversation(other)).deliveredUpTo).toBe(1))
  })
})

describe('a block while both have their conversation open', () => {
  it('closes it both ways: neither typing, messages, reactions, deletions nor marks reach the other any more', async () => {
    const { as, addMutualFollowers, bus, connect, waitUntilPushed } = await chat()
    const [one, other] = await addMutualFollowers()
    const { _id } = await as(one).sendMessage(other, 'Hello')
    const { _id: deletedId } = await as(other).sendMessage(one, 'Bye')
    await as(other).post(`/messages/${_id}/reactions`, { emoji: '👍' }).expect(200)
    const [blocker, blocked] = await Promise.all([connect(one), connect(other)])
    await bus.publish([createTestEvents(() => new Date()).blocked(one, other)])
    await waitForPushes(blocker, 'blockUpdated')
    const before = blocker.pushes.length
    for (const [client, by, to] of [
      [blocker, one, other],
      [blocked, other, one],
    ] as const) {
      const refusal = { ok: false, code: 'not_mutual', status: 403 }
      expect(await client.emit('sendMessage', { recipientId: to._id, content: 'Hi' })).toMatchObject(refusal)
      expect(await client.emit('typing', { recipientId: to._id })).toEqual({ ok: true })
      await as(by).post(`/messages/${_id}/reactions`, { emoji: '❤️' }).expect(403)
    }
    await as(other).list(one)
    await as(other).put(`/messages/${_id}/read`).expect(200)
    await as(other).delete(`/messages/${_id}/reactions`).send({ emoji: '👍' }).expect(200)
    await as(other).delete(`/messages/${deletedId}`).expect(200)
    await waitForPushes(blocked, 'messageDeleted')
    await waitUntilPushed(blocker, one)
    const pushed = blocker.pushes.slice(before).map(([name]) => name)
    expect(pushed.filter((name) => name !== 'unread')).toEqual([]) // the wait itself pushes a count
    expect(blocked.received('typing')).toEqual([])
    expect(blocked.received('messageRead')).toEqual([])
    const { body } = await as(one).get(`/messages/conversations/${other._id}`)
    expect(body.conversation).toMatchObject({ readUpTo: 0 }) // nor after the block: the mark did not move
    expect((await as(one).list(other)).messages).toMatchObject([
      { _id, content: 'Hello', reactions: [] },
      { _id: deletedId, content: '' },
    ])
  })
})

describe('typing', () => {
  it('is pushed to the other member of a conversation, with the sender of the token', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const [writer, reader] = await Promise.all([connect(one), connect(other)])
    const payload = { recipientId: other._id }
    expect(await writer.emit('typing', payload)).toEqual({ ok: true })
    await as(one).sendMessage(other, 'Hello')
    await waitForPushes(reader, 'newMessage')
    expect(reader.received('typing')).toEqual([])
    await writer.emit('typing', { ...payload, senderId: other._id })
    expect(await waitForPushes(reader, 'typing')).toEqual([{ senderId: one._id, recipientId: other._id }])
    expect(serverToClientMessages.typing.payload.parse(reader.received('typing')[0])).toBeDefined()
  })

  it('is dropped across a block, to strangers and beyond the rate limit', async () => {
    const { as, addMutualFollowers, connect, relations, addMember, waitUntilPushed } = await chat()
    const [one, other] = await addMutualFollowers()
    const stranger = await addMember()
    const [writer, reader, third] = await Promise.all([connect(one), connect(other), connect(stranger)])
    await as(one).sendMessage(other, 'Hello')
    await writer.emit('typing', { recipientId: stranger._id })
    for (let count = 0; count < 15; count += 1) await writer.emit('typing', { recipientId: other._id })
    await eventually(() => expect(reader.received('typing').length).toBeGreaterThan(0))
    expect(reader.received('typing').length).toBeLessThanOrEqual(8) // the rate limit of at most two seconds
    await relations.block(other, one)
    const before = reader.received('typing').length
    await eventually(async () => expect(await writer.emit('typing', { recipientId: other._id })).toEqual({ ok: true }))
    await as(other).put(`/messages/conversations/${one._id}/read`).expect(200)
    await waitUntilPushed(reader, other)
    expect(reader.received('typing')).toHaveLength(before)
    expect(third.received('typing')).toEqual([])
  })

  it.each([[undefined], [{ recipientId: 'x' }], [{ recipientId: { $ne: '' } }]])('refuses %j', async (payload) => {
    const { connect, addMember } = await chat()
    const client = await connect(await addMember())
    expect(await client.emit('typing', payload)).toMatchObject({ ok: false, code: 'invalid_request', status: 400 })
  })
})
