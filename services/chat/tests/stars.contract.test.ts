import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  async function setUp() {
    const started = await chat()
    const { as } = started
    const [ann, ben] = await started.addMutualFollowers()
    const star = (by: TestMember, messageId: string, state = true) =>
      as(by).post(`/messages/${messageId}/star`, { state })
    const list = async (by: TestMember, other: TestMember): Promise<MessageView[]> =>
      (await as(by).list(other)).messages
    const readContents = async (by: TestMember, path: string): Promise<string[]> =>
      (await as(by).get(path).expect(200)).body.messages.map(({ content }: MessageView) => content)
    const listStarred = (by: TestMember, other: TestMember) => readContents(by, `/messages/${other._id}?has=star`)
    const listAllStarred = (by: TestMember) => readContents(by, '/messages/search?q=has:starred')
    return { ...started, ann, ben, star, list, listStarred, listAllStarred }
  }

  it('stars a message for the member alone, once, and tells their devices', async () => {
    const { as, ann, ben, star, list, listStarred, listAllStarred, connect } = await setUp()
    const [annsDevice, bensDevice] = [await connect(ann), await connect(ben)]
    const { _id, rev } = await as(ann).sendMessage(ben, 'The key is under the pot')
    await as(ann).sendMessage(ben, 'Another')
    expect((await star(ben, _id).expect(200)).body).toEqual({ isStarred: true })
    await star(ben, _id).expect(200)
    expect((await list(ben, ann))[0]).toMatchObject({ _id, rev, isStarred: true })
    expect((await list(ann, ben))[0]).not.toHaveProperty('isStarred')
    expect((await as(ann).changes(ben, 0)).messages[0]).toMatchObject({ _id, rev })
    expect((await as(ann).changes(ben, 0)).messages[0]).not.toHaveProperty('isStarred')
    expect(await listStarred(ben, ann)).toEqual(['The key is under the pot'])
    expect(await listAllStarred(ben)).toEqual(['The key is under the pot'])
    expect([await listStarred(ann, ben), await listAllStarred(ann)]).toEqual([[], []])
    await star(ben, _id, false).expect(200)
    await star(ben, _id, false).expect(200)
    expect(await listStarred(ben, ann)).toEqual([])
    const [on] = await waitForPushes(bensDevice, 'messageStarred', 4)
    expect(on).toEqual({ messageId: _id, userId: ann._id, isStarred: true })
    expect(annsDevice.received('messageStarred')).toEqual([])
    for (const { socket } of [annsDevice, bensDevice]) socket.disconnect()
  })

  it('keeps the star of an edited message, and drops that of a deleted one', async () => {
    const { as, ann, ben, star, list, listStarred, listAllStarred } = await setUp()
    const { _id } = await as(ann).sendMessage(ben, 'At six')
    await star(ben, _id).expect(200)
    await star(ann, _id).expect(200)
    await as(ann).put(`/messages/${_id}`).send({ content: 'At seven' }).expect(200)
    expect(await listStarred(ben, ann)).toEqual(['At seven'])
    await as(ann).delete(`/messages/${_id}`).expect(200)
    expect((await list(ben, ann))[0]).not.toHaveProperty('isStarred')
    expect([await listStarred(ben, ann), await listAllStarred(ann)]).toEqual([[], []])
    expect((await star(ben, _id)).status).toBe(404)
    await star(ben, _id, false).expect(200)
  })

  it('refuses a message that is not shown to the member, and a system line', async () => {
    const { as, ann, ben, star, list, store } = await setUp()
    const refused = { status: 404, body: { code: 'message_not_found' } }
    const hidden = await as(ann).sendMessage(ben, 'Hidden')
    await as(ben).delete(`/messages/${hidden._id}?for=me`).send({}).expect(200)
    expect(await star(ben, hidden._id)).toMatchObject(refused)
    await star(ann, hidden._id).expect(200)
    await as(ann).put(`/messages/conversations/${ben._id}`).send({ disappearAfter: 86_400 }).expect(200)
    expect(await star(ben, (await list(ben, ann)).at(-1)?._id ?? '')).toMatchObject(refused)
    const expired = await as(ann).sendMessage(ben, 'Expired')
    await star(ben, expired._id).expect(200)
    await store.expire(expired._id)
    expect(await star(ann, expired._id)).toMatchObject(refused)
    await star(ben, expired._id, false).expect(200)
  })

  it('refuses messages of other conversations, and lets a member star across a block', async () => {
    const { as, addMember, relations, ann, ben, star, listStarred } = await setUp()
    const { _id } = await as(ann).sendMessage(ben, 'Secret')
    const spy = await addMember()
    for (const state of [true, false])
      expect(await star(spy, _id, state)).toMatchObject({ status: 404, body: { code: 'message_not_found' } })
    expect((await star(ann, UNKNOWN_ID)).status).toBe(404)
    await as(ann).post(`/messages/${_id}/star`, { state: 'yes' }).expect(400)
    await relations.block(ben, ann)
    await star(ben, _id).expect(200)
    await star(ann, _id).expect(200)
    expect([await listStarred(ben, ann), await listStarred(ann, ben)]).toEqual([['Secret'], ['Secret']])
  })
})
