import { describe, expect, it } from '@jest/globals'
import { serverToClientMessages } from '@meadow/contracts'
import { eventually, shareAcrossTests } from '@meadow/testing'
import { createTestMember, startCalls } from './chat-api.ts'
import type { TestClient } from './chat-harness.ts'
import { waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(startCalls)

/** Says that it has each message, as our pages do. */
function acknowledging(client: TestClient): TestClient {
  client.socket.on('newMessage', (_message, acknowledge) => acknowledge())
  return client
}

describe('a message that is sent', () => {
  it('is on all devices of both, as each of them sees it, and counted', async () => {
    const { as, twoMutuals, connect, someone } = await chat()
    const [one, other] = await twoMutuals()
    const devices = await Promise.all([connect(one), connect(one), connect(other), connect(other)])
    const bystander = await connect(await someone())
    const message = await as(one).sent(other, 'Hello')
    const [mine = [], theirs = []] = [devices.slice(0, 2), devices.slice(2)]
    for (const client of mine) expect(await waitForPushes(client, 'messageSent')).toEqual([message])
    const [seen] = (await as(other).list(one)).messages
    for (const client of theirs) {
      expect(await waitForPushes(client, 'newMessage')).toEqual([{ ...seen, status: 'sent' }])
      expect(await waitForPushes(client, 'unread')).toMatchObject([{ messages: 1 }])
    }
    await as(one).put(`/messages/conversations/${other._id}/read`).expect(200)
    expect(bystander.heard).toEqual([])
    for (const client of mine) expect(client.of('newMessage')).toEqual([])
  })

  it('is told once, however often it is sent again', async () => {
    const { as, twoMutuals, connect } = await chat()
    const [one, other] = await twoMutuals()
    const client = await connect(other)
    const more = { clientMessageId: createTestMember()._id }
    for (let count = 0; count < 3; count += 1) await as(one).sent(other, 'Hello', more)
    await as(one).sent(other, 'End')
    expect((await waitForPushes(client, 'newMessage', 2)).map(({ content }) => content)).toEqual(['Hello', 'End'])
  })

  it('is delivered once a device says so, and its sender hears how far', async () => {
    const { as, twoMutuals, connect } = await chat()
    const [one, other] = await twoMutuals()
    const [sender, silent, second] = await Promise.all([connect(one), connect(other), connect(one)])
    await as(one).sent(other, 'To a device that says nothing')
    await waitForPushes(silent, 'newMessage')
    expect((await as(one).conversation(other)).deliveredUpTo).toBe(0)
    acknowledging(await connect(other))
    for (let count = 0; count < 5; count += 1) await as(one).sent(other, `${count}`)
    for (const [client, userId] of [
      [sender, other._id],
      [second, other._id],
      [silent, one._id],
    ] as const) {
      await eventually(() => expect(client.of('messageDelivered').at(-1)?.upToSeq).toBe(6))
      const { rev } = await as(one).conversation(other)
      expect(client.of('messageDelivered').at(-1)).toEqual({ userId, receiverId: other._id, upToSeq: 6, rev })
    }
    expect((await as(one).list(other)).messages.at(-1)).toMatchObject({ status: 'delivered', isRead: false })
  })

  it('comes to a device that never says so, too', async () => {
    const { as, twoMutuals, connect } = await chat()
    const [one, other] = await twoMutuals()
    const silent = await connect(other)
    for (let count = 0; count < 55; count += 1) await as(one).sent(other, `${count}`)
    await waitForPushes(silent, 'newMessage', 55)
    expect((await as(one).conversation(other)).deliveredUpTo).toBe(0)
  })

  it('is read on all devices at once, and its sender hears how far', async () => {
    const { as, twoMutuals, connect } = await chat()
    const [one, other] = await twoMutuals()
    const { _id } = await as(one).sent(other, 'Hello')
    const [sender, ...readers] = await Promise.all([connect(one), connect(other), connect(other)])
    await as(other).put(`/messages/${_id}/read`).expect(200)
    const { rev } = await as(one).conversation(other)
    const read = { readerId: other._id, upToSeq: 1, rev }
    expect(await waitForPushes(sender as TestClient, 'messageRead')).toEqual([{ ...read, userId: other._id }])
    for (const client of readers) {
      expect(await waitForPushes(client, 'messageRead')).toEqual([{ ...read, userId: one._id }])
      expect(await waitForPushes(client, 'unread')).toMatchObject([{ messages: 0 }])
    }
    await as(other).put(`/messages/${_id}/read`).expect(200)
    await as(one).sent(other, 'End')
    await waitForPushes(readers[0] as TestClient, 'newMessage')
    expect(readers[0]?.of('messageRead')).toHaveLength(1)
  })

  it('is on devices of another instance, too', async () => {
    const { as, twoMutuals, connect, startInstance } = await chat()
    const [one, other] = await twoMutuals()
    const { url } = await startInstance()
    const elsewhere = acknowledging(await connect(other, { url }))
    const message = await as(one).sent(other, 'Hello')
    expect(await waitForPushes(elsewhere, 'newMessage')).toMatchObject([{ _id: message._id }])
    await eventually(async () => expect((await as(one).conversation(other)).deliveredUpTo).toBe(1))
  })
})

describe('typing', () => {
  it('is said to the other by who the token says, within a conversation', async () => {
    const { as, twoMutuals, connect } = await chat()
    const [one, other] = await twoMutuals()
    const [writer, reader] = await Promise.all([connect(one), connect(other)])
    const payload = { recipientId: other._id }
    expect(await writer.say('typing', payload)).toEqual({ ok: true })
    await as(one).sent(other, 'Hello')
    await waitForPushes(reader, 'newMessage')
    expect(reader.of('typing')).toEqual([])
    await writer.say('typing', { ...payload, senderId: other._id })
    expect(await waitForPushes(reader, 'typing')).toEqual([{ senderId: one._id, recipientId: other._id }])
    expect(serverToClientMessages.typing.payload.parse(reader.of('typing')[0])).toBeDefined()
  })

  it('is dropped across a block, to strangers, and when it is too much', async () => {
    const { as, twoMutuals, connect, given, someone } = await chat()
    const [one, other] = await twoMutuals()
    const stranger = await someone()
    const [writer, reader, third] = await Promise.all([connect(one), connect(other), connect(stranger)])
    await as(one).sent(other, 'Hello')
    await writer.say('typing', { recipientId: stranger._id })
    for (let count = 0; count < 15; count += 1) await writer.say('typing', { recipientId: other._id })
    await eventually(() => expect(reader.of('typing').length).toBeGreaterThan(0))
    expect(reader.of('typing').length).toBeLessThanOrEqual(8) // of two seconds at most
    await given.block(other, one)
    const before = reader.of('typing').length
    await eventually(async () => expect(await writer.say('typing', { recipientId: other._id })).toEqual({ ok: true }))
    await as(other).put(`/messages/conversations/${one._id}/read`).expect(200)
    await waitForPushes(reader, 'messageRead')
    expect(reader.of('typing')).toHaveLength(before)
    expect(third.of('typing')).toEqual([])
  })

  it.each([[undefined], [{ recipientId: 'x' }], [{ recipientId: { $ne: '' } }]])('refuses %j', async (payload) => {
    const { connect, someone } = await chat()
    const client = await connect(await someone())
    expect(await client.say('typing', payload)).toEqual({ ok: false, code: 'invalid_request' })
  })
})
