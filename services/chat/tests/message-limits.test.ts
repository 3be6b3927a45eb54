import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createMessageLimits, readChatConfig } from '../src/config.ts'
import { startChatApi } from './chat-api.ts'

const NOON = new Date('2026-03-01T12:00:15.000Z')
const messageLimits = createMessageLimits({
  MESSAGES_PER_MINUTE: 2,
  SENT_MESSAGES_PER_MINUTE: 6,
  RECEIVED_MESSAGES_PER_MINUTE: 3,
})
const TOO_MANY = { status: 429, body: { code: 'too_many_requests' } }

/** Starts the chat service at a fixed time: a test stays within one minute. */
const startLimitedChat = () => startChatApi({ now: () => NOON }, { messageLimits })

describe('conversations that a new member begins', () => {
  it('are limited on the first day; answers and further messages are not', async () => {
    const generous = createMessageLimits({
      MESSAGES_PER_MINUTE: 50,
      SENT_MESSAGES_PER_MINUTE: 50,
      RECEIVED_MESSAGES_PER_MINUTE: 50,
    })
    const options = { messageLimits: generous }
    await using chat = await startChatApi({ now: () => NOON, newMemberLimits: { conversations: 1 } }, options)
    const { as, addMember, relations, store } = chat
    const newcomer = await addMember()
    const others = await Promise.all(Array.from({ length: 4 }, () => addMember()))
    for (const other of others) {
      await relations.follow(newcomer, other)
      await relations.follow(other, newcomer)
    }
    const [first, second, third, fourth] = others as [
      typeof newcomer,
      typeof newcomer,
      typeof newcomer,
      typeof newcomer,
    ]
    await store.members.applyAccount({ _id: newcomer._id, accountVersion: 1, state: 'active', createdAt: NOON })
    await as(second).sendMessage(newcomer, 'Welcome')
    await as(newcomer).sendMessage(first, 'Hello')
    await as(newcomer).sendMessage(first, 'Again')
    await as(newcomer).sendMessage(second, 'Thanks')
    const refused = { status: 403, body: { code: 'new_account_limit' } }
    expect(await as(newcomer).send(third, 'Hello')).toMatchObject(refused)
    expect(await as(newcomer).send(fourth, 'Hello')).toMatchObject(refused)
  })
})

describe('message requests', () => {
  const endless = { MESSAGES_PER_MINUTE: 50, SENT_MESSAGES_PER_MINUTE: 50, RECEIVED_MESSAGES_PER_MINUTE: 50 }

  it('are limited in a day: neither messages in one, nor answers, nor refused ones count', async () => {
    const limits = createMessageLimits({ ...endless, MESSAGE_REQUESTS_PER_DAY: 2 })
    await using chat = await startChatApi({ now: () => NOON }, { messageLimits: limits })
    const { as, addMember, addMutualFollowers, relations } = chat
    const [sender, friend] = await addMutualFollowers()
    const [first, second, third, closed] = [await addMember(), await addMember(), await addMember(), await addMember()]
    await relations.setContactPrivacy(closed, { allowRequests: false })
    await as(third).sendMessage(sender, 'Hello')
    await as(sender).sendMessage(third, 'Hello to you')
    await as(sender).sendMessage(first, 'Hello')
    await as(sender).sendMessage(first, 'Are you there?')
    expect(await as(sender).send(closed, 'Hello')).toMatchObject({ status: 403, body: { code: 'not_mutual' } })
    await as(sender).sendMessage(second, 'Hello')
    const refused = await as(sender).send(await addMember(), 'Hello')
    expect(refused).toMatchObject({ status: 403, body: { code: 'request_limit_reached' } })
    expect(refused.headers).not.toHaveProperty('retry-after')
    await as(sender).sendMessage(friend, 'Hello')
    await as(first).sendMessage(third, 'Hello')
  })

  it('are fewer on the first day of an account', async () => {
    const options = { messageLimits: createMessageLimits(endless) }
    await using chat = await startChatApi({ now: () => NOON, newMemberLimits: { requests: 1 } }, options)
    const { as, addMember, store } = chat
    const newcomer = await addMember()
    await store.members.applyAccount({ _id: newcomer._id, accountVersion: 1, state: 'active', createdAt: NOON })
    await as(newcomer).sendMessage(await addMember(), 'Hello')
    expect(await as(newcomer).send(await addMember(), 'Hello')).toMatchObject({
      status: 403,
      body: { code: 'new_account_limit' },
    })
  })
})

describe('messages to one member', () => {
  it('are limited for each sender', async () => {
    await using chat = await startLimitedChat()
    const { as, addMember, addMutualFollowers, relations } = chat
    const [sender, recipient] = await addMutualFollowers()
    for (let count = 0; count < 2; count += 1) await as(sender).sendMessage(recipient, 'Hello')
    const refused = await as(sender).send(recipient, 'Hello')
    expect(refused).toMatchObject(TOO_MANY)
    expect(refused.headers['retry-after']).toBe('45')
    const other = await addMember()
    await relations.follow(sender, other)
    await relations.follow(other, sender)
    await as(sender).sendMessage(other, 'Another member')
    await as(recipient).sendMessage(sender, 'Back')
    expect((await as(recipient).list(sender)).messages).toHaveLength(3)
  })

  it('are limited in all, over all instances', async () => {
    await using chat = await startLimitedChat()
    const { as, addMember, addMutualFollowers, relations, openInstance, tokens } = chat
    const [first, recipient] = await addMutualFollowers()
    const second = await addMember()
    await relations.follow(second, recipient)
    await relations.follow(recipient, second)
    for (let count = 0; count < 2; count += 1) await as(first).sendMessage(recipient, 'Hello')
    const body = { recipientId: recipient._id, content: 'Hello' }
    const { app } = await openInstance()
    const sendElsewhere = () =>
      request(app)
        .post('/messages')
        .set('Authorization', `Bearer ${tokens.tokenFor(second)}`)
        .send(body)
    expect(await sendElsewhere()).toMatchObject({ status: 201 })
    expect(await sendElsewhere()).toMatchObject(TOO_MANY)
    expect(await as(second).send(recipient, 'Hello')).toMatchObject(TOO_MANY)
  })

  it('do not count if they are refused', async () => {
    await using chat = await startLimitedChat()
    const { as, addMember, relations } = chat
    const [sender, recipient] = [await addMember(), await addMember()]
    await relations.setContactPrivacy(recipient, { allowRequests: false })
    for (let count = 0; count < 4; count += 1) {
      expect(await as(sender).send(recipient, 'Hello')).toMatchObject({ status: 403, body: { code: 'not_mutual' } })
    }
    await relations.follow(sender, recipient)
    await relations.follow(recipient, sender)
    await as(sender).sendMessage(recipient, 'Hello')
  })

  it('are not limited during an outage of the shared state', async () => {
    const stateUrl = 'postgres://127.0.0.1:1/nobody'
    await using chat = await startChatApi({ now: () => NOON }, { messageLimits, stateUrl })
    const [sender, recipient] = await chat.addMutualFollowers()
    for (let count = 0; count < 4; count += 1) await chat.as(sender).sendMessage(recipient, 'Hello')
  })

  it('have limits that are read from the environment', () => {
    const needed = {
      STORE_URL: 'postgres://a',
      BUS_URL: 'postgres://a',
      STATE_URL: 'postgres://a',
      MEDIA_URL: 'file:///a',
    }
    const defaults = {
      RATE_LIMITS: 'on',
      MESSAGES_PER_MINUTE: 120,
      SENT_MESSAGES_PER_MINUTE: 300,
      RECEIVED_MESSAGES_PER_MINUTE: 1_200,
    }
    expect(readChatConfig(needed)).toMatchObject(defaults)
    const set = { ...needed, MESSAGES_PER_MINUTE: '5', RECEIVED_MESSAGES_PER_MINUTE: '6' }
    expect(readChatConfig(set)).toMatchObject({ MESSAGES_PER_MINUTE: 5, RECEIVED_MESSAGES_PER_MINUTE: 6 })
    expect(() => readChatConfig({ ...needed, MESSAGES_PER_MINUTE: '0' })).toThrow(/MESSAGES_PER_MINUTE/)
  })
})
