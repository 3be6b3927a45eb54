import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { createTestPicture } from '@meadow/media/testing'
import { mustVerifyEmail } from '@meadow/members'
import { describeOnEachEngine, eventually, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'

describe('the rule', () => {
  it.each([
    [true, { isEmailVerified: false }, true],
    [true, { isEmailVerified: true }, false],
    [true, { isEmailVerified: undefined }, false],
    [true, undefined, false],
    [false, { isEmailVerified: false }, false],
  ])('with the requirement %p for %j gives %p', (isRequired, member, outcome) =>
    expect(mustVerifyEmail(member, isRequired)).toBe(outcome),
  )
})

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({ requiresVerifiedEmail: true }, { openStore }))

  /** Adds two mutual followers. The first has not proved their address. */
  async function setUp() {
    const started = await chat()
    const [newcomer, other] = await started.addMutualFollowers()
    const { members } = started.store
    const { _id } = newcomer
    const own = await started.as(newcomer).sendMessage(other, 'Before') // auth has not said anything yet
    await members.applyAccount({ _id, accountVersion: 1, state: 'active', isEmailVerified: false })
    return { ...started, members, newcomer, other, own }
  }
  const REFUSED = { status: 403, body: { code: 'email_unverified' } }

  it('refuses every way to write of a member who has not proved the address, who still reads', async () => {
    const { as, newcomer, other, own, connect, tokens, instance } = await setUp()
    const { _id } = await as(other).sendMessage(newcomer, 'Welcome')
    expect(await as(newcomer).send(other, 'Thanks')).toMatchObject(REFUSED)
    expect(await as(newcomer).send(other, 'Thanks', { replyTo: _id })).toMatchObject(REFUSED)
    const device = await connect(newcomer)
    const text = { recipientId: other._id, content: 'Thanks', clientMessageId: randomUUID() }
    expect(await device.emit('sendMessage', text)).toMatchObject({ ok: false, code: 'email_unverified', status: 403 })
    const picture = request(instance.url)
      .post('/messages/image')
      .set('Authorization', `Bearer ${tokens.tokenFor(newcomer)}`)
      .field('recipientId', other._id)
    expect(await picture.attach('image', await createTestPicture(), 'a.jpg')).toMatchObject(REFUSED)
    expect(await as(newcomer).put(`/messages/${own._id}`).send({ content: 'Edited' })).toMatchObject(REFUSED)
    expect((await as(newcomer).list(other)).messages).toMatchObject([{ content: 'Before' }, { content: 'Welcome' }])
  })

  it('does not let a member who has not proved the address join a group; they may decline', async () => {
    const { as, newcomer, other } = await setUp()
    const created = await as(other)
      .post('/messages/groups', { name: 'Hikers', memberIds: [newcomer._id] })
      .expect(201)
    const path = `/messages/groups/${created.body.group._id}`
    expect(await as(newcomer).post(`${path}/accept`, {})).toMatchObject(REFUSED)
    await as(newcomer).delete(`${path}/members/${newcomer._id}`).expect(200)
  })

  it('lets a member write within a moment after the address is proved, also with a running socket', async () => {
    const { as, newcomer, other, bus } = await setUp()
    expect(await as(newcomer).send(other, 'Hello')).toMatchObject(REFUSED)
    const time = new Date()
    const stamp = { source: 'auth', subject: newcomer._id, id: randomUUID(), time }
    await bus.publish([createEvent(events.memberEmailVerified, { ...stamp, data: { verifiedAt: time.toISOString() } })])
    await eventually(async () => expect((await as(newcomer).send(other, 'Hello')).status).toBe(201))
  })

  it('does not refuse members of whom auth has not said it, nor those it knows as verified', async () => {
    const { as, addMutualFollowers, members, newcomer, other } = await setUp()
    const [old, friend] = await addMutualFollowers()
    await as(old).sendMessage(friend, 'Hello')
    await members.applyVerifiedEmail(newcomer._id)
    await as(newcomer).sendMessage(other, 'Hello')
    await as(newcomer).sendMessage(other, 'Again')
  })
})
