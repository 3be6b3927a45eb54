import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { createMessageLimits } from '../src/config.ts'
import { startChatApi } from './chat-api.ts'
import { waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(startChatApi)

/** The texts of one socket are sent one after the other, which takes long on a busy machine. */
const ACKNOWLEDGEMENT_TIMEOUT_MS = 50_000

describe('a text that is sent by the socket', () => {
  it('is acknowledged with the message, pushed to all devices, and stored like one of the call', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const [device, otherDevice] = await Promise.all([connect(one), connect(other)])
    const text = { recipientId: other._id, content: 'Hello', clientMessageId: randomUUID() }
    const acknowledged = await device.emit('sendMessage', text)
    const [sent] = await waitForPushes(device, 'messageSent')
    expect(acknowledged).toEqual({ ok: true, message: sent })
    expect(await waitForPushes(otherDevice, 'newMessage')).toMatchObject([{ content: 'Hello', seq: 1 }])
    expect((await as(one).list(other)).messages).toEqual([sent])
  })

  it('is the same message if it is repeated, by either way', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const device = await connect(one)
    const text = { recipientId: other._id, content: 'Hello', clientMessageId: randomUUID() }
    const first = await as(one).sendMessage(other, 'Hello', { clientMessageId: text.clientMessageId })
    expect(await device.emit('sendMessage', text)).toEqual({ ok: true, message: first })
    expect((await as(one).list(other)).messages).toHaveLength(1)
  })

  it('is refused with a code, and a text for the member', async () => {
    const { addMember, connect, relations } = await chat()
    const [sender, stranger] = [await addMember(), await addMember()]
    await relations.setContactPrivacy(stranger, { allowRequests: false })
    const device = await connect(sender)
    const send = (fields: object) =>
      device.emit('sendMessage', { recipientId: stranger._id, content: 'Hello', ...fields })
    expect(await send({})).toEqual({ ok: false, code: 'not_mutual', status: 403, error: expect.stringMatching(/\w/) })
    expect(await send({ recipientId: UNKNOWN_ID })).toMatchObject({ ok: false, code: 'member_not_found' })
    expect(await send({ content: ' ' })).toMatchObject({ ok: false, code: 'invalid_request', status: 400 })
    expect(await send({ content: 'a'.repeat(1_001) })).toMatchObject({ ok: false, code: 'invalid_request' })
    expect(await send({ recipientId: sender._id })).toMatchObject({ ok: false, code: 'cannot_message_self' })
  })

  it('counts for the limits of the member, to one member and in all', async () => {
    const messageLimits = createMessageLimits({
      MESSAGES_PER_MINUTE: 2,
      SENT_MESSAGES_PER_MINUTE: 3,
      RECEIVED_MESSAGES_PER_MINUTE: 100,
    })
    await using limited = await startChatApi({ now: () => new Date('2026-03-01T12:00:15.000Z') }, { messageLimits })
    const { as, addMember, addMutualFollowers, relations, connect } = limited
    const [one, other] = await addMutualFollowers()
    const third = await addMember()
    await relations.follow(one, third)
    await relations.follow(third, one)
    const device = await connect(one)
    const send = (to: { _id: string }) => device.emit('sendMessage', { recipientId: to._id, content: 'Hello' })
    const tooMany = { ok: false, code: 'too_many_requests', status: 429, retryAfter: 45 }
    await as(one).sendMessage(other, 'Hello')
    expect(await send(other)).toMatchObject({ ok: true })
    expect(await send(other)).toMatchObject(tooMany)
    expect(await send(third)).toMatchObject({ ok: true })
    expect(await send(third)).toMatchObject(tooMany)
  })

  it('leaves the connection room for a fast writer, but not for a flood', async () => {
    const { as, addMutualFollowers, connect } = await chat()
    const [one, other] = await addMutualFollowers()
    const device = await connect(one)
    const send = (index: number) =>
      device.socket
        .timeout(ACKNOWLEDGEMENT_TIMEOUT_MS)
        .emitWithAck('sendMessage', { recipientId: other._id, content: `${index}` })
    const acknowledged = await Promise.all(Array.from({ length: 45 }, (_none, index) => send(index)))
    expect(acknowledged).toMatchObject(Array.from({ length: 45 }, () => ({ ok: true })))
    expect(acknowledged.map((one) => (one as { message: { seq: number } }).message.seq)).toEqual(
      Array.from({ length: 45 }, (_none, index) => index + 1),
    )
    const flood = Array.from({ length: 500 }, (_none, index) => send(index).catch(() => undefined))
    expect(await device.disconnected).toMatch(/transport|close/)
    const { seq: first } = await as(other).sendMessage(one, 'After the flood')
    let last = first
    for (let count = 0; count < 10; count += 1) ({ seq: last } = await as(other).sendMessage(one, 'And after it'))
    // At most the text is between them that was being stored when the connection ended.
    expect(last - first).toBeLessThanOrEqual(11)
    await Promise.all(flood)
  })

  it('may come as fast as it can if the limits are off', async () => {
    await using unlimited = await startChatApi({ hasRateLimits: false })
    const [one, other] = await unlimited.addMutualFollowers()
    const device = await unlimited.connect(one)
    const acknowledged = await Promise.all(
      Array.from({ length: 105 }, (_none, index) =>
        device.socket
          .timeout(ACKNOWLEDGEMENT_TIMEOUT_MS)
          .emitWithAck('sendMessage', { recipientId: other._id, content: `${index}` }),
      ),
    )
    expect(acknowledged).toMatchObject(acknowledged.map(() => ({ ok: true })))
  })
})
