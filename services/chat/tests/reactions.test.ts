import { describe, expect, it } from '@jest/globals'
import { MAX_REACTIONS_PER_MEMBER } from '@meadow/contracts/limits'
import { shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { startChat } from './chat-harness.ts'
import { createConversationFixture, waitForPushes } from './conversation-fixture.ts'

const chat = shareAcrossTests(() => startChat())

const reactions = (id: string) => `/messages/${id}/reactions`

describe('POST and DELETE /messages/:id/reactions', () => {
  it('sets and removes an emoji once, for all devices of both members', async () => {
    const started = await chat()
    const { as, connect } = started
    const { ann, ben, send, list, waitForEvents } = await createConversationFixture(started)
    const [own, others] = await Promise.all([connect(ben), connect(ann)])
    const { _id, rev } = await send(ann, 'News')
    const put = () => as(ben).post(reactions(_id)).send({ emoji: '❤️' })
    const heart = { user: ben._id, emoji: '❤️', createdAt: expect.any(String) }
    const first = await put()
    expect(first).toMatchObject({ status: 200, body: { reactions: [heart], rev: rev + 1 } })
    expect((await put()).body).toEqual(first.body)
    const removeReaction = () => as(ben).delete(reactions(_id)).send({ emoji: '❤️' })
    expect((await removeReaction()).body).toEqual({ reactions: [], rev: rev + 2 })
    expect((await removeReaction()).body).toEqual({ reactions: [], rev: rev + 2 })
    expect((await list(ann)).messages).toMatchObject([{ reactions: [], rev: rev + 2 }])
    const pushes = [
      { messageId: _id, reactions: [heart], rev: rev + 1 },
      { messageId: _id, reactions: [], rev: rev + 2 },
    ]
    expect(await waitForPushes(own, 'messageReaction', 2)).toEqual(pushes.map((one) => ({ ...one, userId: ann._id })))
    expect(await waitForPushes(others, 'messageReaction', 2)).toEqual(
      pushes.map((one) => ({ ...one, userId: ben._id })),
    )
    expect((await waitForEvents(_id, 3)).slice(1)).toMatchObject([
      { type: 'message.reacted', data: { actor: { _id: ben._id }, otherId: ann._id, rev: rev + 1, emoji: '❤️' } },
      { type: 'message.reacted', data: { rev: rev + 2, emoji: null } },
    ])
  })

  it('accepts only emoji, and a limited number per member', async () => {
    const started = await chat()
    const { as } = started
    const { ann, ben, send } = await createConversationFixture(started)
    const { _id } = await send(ann, 'News')
    const put = (emoji: unknown) => as(ben).post(reactions(_id)).send({ emoji })
    const markup = '<img src=x onerror=alert(1)>'
    for (const emoji of [
      '',
      'a',
      '1',
      markup,
      '👍👍',
      '👍 ',
      '\u200d',
      '\ud83d',
      '👍'.repeat(50),
      null,
      7,
      ['👍'],
      { a: 1 },
    ])
      expect(await put(emoji)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const emojis = Array.from({ length: MAX_REACTIONS_PER_MEMBER }, (_none, index) =>
      String.fromCodePoint(0x1f600 + index),
    )
    for (const emoji of ['👩‍👩‍👧', '🇫🇷', '👍🏽']) {
      expect(await put(emoji)).toMatchObject({ status: 200 })
      expect(await as(ben).delete(reactions(_id)).send({ emoji })).toMatchObject({
        status: 200,
        body: { reactions: [] },
      })
    }
    for (const emoji of emojis) expect(await put(emoji)).toMatchObject({ status: 200 })
    expect(await put('👍')).toMatchObject({ status: 409, body: { code: 'reaction_limit_reached' } })
    expect(await as(ann).post(reactions(_id)).send({ emoji: '👍' })).toMatchObject({ status: 200 })
  })

  it('refuses strangers, deleted messages, and new reactions across a block', async () => {
    const started = await chat()
    const { as, relations } = started
    const { ann, ben, eve, send } = await createConversationFixture(started)
    const [remaining, deleted] = [await send(ann, 'Kept'), await send(ann, 'Gone')]
    await as(ann).delete(`/messages/${deleted._id}`)
    const put = (by: typeof ann, id: string) => as(by).post(reactions(id)).send({ emoji: '👍' })
    const missing = { status: 404, body: { code: 'message_not_found' } }
    expect(await put(eve, remaining._id)).toMatchObject(missing)
    expect(await put(eve, UNKNOWN_ID)).toMatchObject(missing)
    expect(await put(ben, deleted._id)).toMatchObject(missing)
    expect(await as(eve).delete(reactions(remaining._id)).send({ emoji: '👍' })).toMatchObject(missing)
    expect(await put(ben, remaining._id)).toMatchObject({ status: 200 })
    await relations.block(ann, ben)
    expect(await as(ben).post(reactions(remaining._id)).send({ emoji: '❤️' })).toMatchObject({
      status: 403,
      body: { code: 'not_mutual' },
    })
    expect(await as(ben).delete(reactions(remaining._id)).send({ emoji: '👍' })).toMatchObject({
      status: 200,
      body: { reactions: [] },
    })
  })
})
