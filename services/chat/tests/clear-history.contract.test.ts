import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  async function setUp() {
    const started = await chat()
    const [ann, ben] = await started.addMutualFollowers()
    const clear = (by: TestMember, other: TestMember, { _id }: { _id: string }) =>
      started.as(by).put(`/messages/conversations/${other._id}`).send({ clearUpTo: _id })
    const listTexts = async (by: TestMember, other: TestMember, query = '') =>
      (await started.as(by).list(other, query)).messages.map(({ content }: MessageView) => content)
    return { ...started, ann, ben, clear, listTexts }
  }

  it('shows the member nothing of what was cleared, and the other member everything', async () => {
    const { as, store, ann, ben, clear, listTexts } = await setUp()
    await as(ann).sendMessage(ben, 'Seeds: https://example.org/moss')
    const cleared = await as(ann).sendMessage(ben, 'Seeds again')
    await as(ben).post(`/messages/${cleared._id}/star`, { state: true }).expect(200)
    const kept = await as(ben).sendMessage(ann, 'Seeds, please')
    const { body } = await clear(ben, ann, cleared).expect(200)
    expect(body.marks).toMatchObject({ clearedUpTo: cleared.seq })
    expect(await as(ben).list(ann)).toMatchObject({ messages: [{ _id: kept._id }], hasMore: false })
    expect(await as(ben).list(ann, `?around=${cleared._id}`)).toMatchObject({ messages: [{ _id: kept._id }] })
    expect((await as(ben).list(ann, `?before=${kept._id}`)).messages).toEqual([])
    expect(await listTexts(ben, ann, '?q=seeds')).toEqual(['Seeds, please'])
    for (const has of ['link', 'star']) expect(await listTexts(ben, ann, `?has=${has}`)).toEqual([])
    for (const q of ['seeds', 'has:link', 'has:star']) {
      const { messages } = (await as(ben).get('/messages/search').query({ q }).expect(200)).body
      expect(messages.map(({ _id }: MessageView) => _id)).toEqual(q === 'seeds' ? [kept._id] : [])
    }
    await as(ben).post(`/messages/${cleared._id}/star`, { state: true }).expect(404)
    await as(ben).post('/messages/forward', { recipientId: ann._id, messageId: cleared._id }).expect(404)
    await as(ben).get(`/messages/${cleared._id}/history`).expect(404)
    const texts: unknown[] = []
    for await (const { kind, items } of store.ports.ownData.readPages(ben._id))
      if (kind === 'messages') texts.push(...items.map((item) => (item as { text?: string }).text))
    expect(texts).toEqual(['Seeds, please'])
    expect(await listTexts(ann, ben)).toEqual(['Seeds: https://example.org/moss', 'Seeds again', 'Seeds, please'])
  })

  it('counts what is cleared as read, and shows no last message', async () => {
    const { as, ann, ben, clear } = await setUp()
    await as(ann).sendMessage(ben, 'One')
    const two = await as(ann).sendMessage(ben, 'Two')
    expect(await as(ben).unreadCount()).toBe(2)
    const { body } = await clear(ben, ann, two).expect(200)
    expect(body.total).toBe(0)
    expect(await as(ben).conversation(ann)).toMatchObject({
      unreadCount: 0,
      lastMessage: { isHidden: true, content: '' },
      marks: { clearedUpTo: two.seq },
    })
    expect((await as(ben).list(ann)).messages).toEqual([])
    await as(ann).sendMessage(ben, 'Three')
    expect(await as(ben).unreadCount()).toBe(1)
    expect((await as(ben).conversation(ann)).lastMessage).toMatchObject({ content: 'Three' })
    expect((await as(ben).list(ann)).messages).toMatchObject([{ content: 'Three' }])
  })

  it('counts what is cleared as read across a block, too, where no read mark moves', async () => {
    const { as, ann, ben, clear, relations } = await setUp()
    const one = await as(ann).sendMessage(ben, 'One')
    const two = await as(ann).sendMessage(ben, 'Two')
    await as(ann).sendMessage(ben, 'Three')
    await relations.block(ben, ann)
    const { body } = await clear(ben, ann, two).expect(200)
    expect(body.total).toBe(1)
    expect(await as(ben).unreadCount()).toBe(1)
    await relations.unblock(ben, ann)
    expect(await as(ann).conversation(ben)).toMatchObject({ readUpTo: 0 })
    await as(ben).put(`/messages/${one._id}/read`)
    expect(await as(ben).unreadCount()).toBe(1)
    expect(await as(ben).conversation(ann)).toMatchObject({ unreadCount: 1 })
    await clear(ben, ann, one).expect(200)
    expect(await as(ben).unreadCount()).toBe(1)
    await as(ben).put(`/messages/conversations/${ann._id}/read`).expect(200)
    expect(await as(ben).unreadCount()).toBe(0)
  })

  it('tells the devices of the member alone, and hides the quote of a later reply', async () => {
    const { as, ann, ben, clear, connect } = await setUp()
    const secret = await as(ann).sendMessage(ben, 'The heron nests here')
    const [annsDevice, bensDevice] = [await connect(ann), await connect(ben)]
    await clear(ben, ann, secret).expect(200)
    const [push] = await waitForPushes(bensDevice, 'conversationMarked')
    expect(push).toMatchObject({ userId: ann._id, marks: { clearedUpTo: secret.seq } })
    expect((await as(ben).get('/messages/sync').expect(200)).body.conversations).toMatchObject([
      { userId: ann._id, marks: { clearedUpTo: secret.seq } },
    ])
    await as(ann).sendMessage(ben, 'It does', { replyTo: secret._id })
    const [reply] = await waitForPushes(bensDevice, 'newMessage')
    expect(reply).toMatchObject({ content: 'It does', replyTo: { content: '', deletedAt: expect.any(String) } })
    expect(JSON.stringify(await as(ben).changes(ann, 0))).not.toContain('heron')
    expect(annsDevice.received('conversationMarked')).toEqual([])
  })

  it('never moves back, and refuses messages of other conversations, of strangers and of requests', async () => {
    const { as, ann, ben, clear, listTexts, addMember, addMutualFollowers } = await setUp()
    const [first, second] = [await as(ann).sendMessage(ben, 'One'), await as(ann).sendMessage(ben, 'Two')]
    await clear(ben, ann, second).expect(200)
    const { body } = await clear(ben, ann, first).expect(200)
    expect(body.marks).toMatchObject({ clearedUpTo: second.seq })
    expect(await listTexts(ben, ann)).toEqual([])
    const stranger = await addMember()
    await clear(stranger, ann, second).expect(404)
    const [cleo, dora] = await addMutualFollowers()
    await clear(ben, ann, await as(cleo).sendMessage(dora, 'Theirs')).expect(404)
    const request = await as(stranger).sendMessage(ben, 'May I?')
    await clear(ben, stranger, request).expect(404)
    await as(ben).put(`/messages/conversations/${ann._id}`).send({ clearUpTo: 'all' }).expect(400)
  })

  it('clears a group for one of its members, and keeps nothing of that when they leave', async () => {
    const { as, ann, ben, clear, store } = await setUp()
    const { group } = (
      await as(ann)
        .post('/messages/groups', { name: 'Hikers', memberIds: [ben._id] })
        .expect(201)
    ).body
    await as(ben).post(`/messages/groups/${group._id}/accept`, {}).expect(200)
    const path = `/messages/groups/${group._id}/messages`
    const send = async (content: string) => (await as(ann).post(path, { content }).expect(201)).body.message
    const listTexts = async (by: TestMember) =>
      (await as(by).get(path).expect(200)).body.messages.flatMap(({ content }: MessageView) => content || [])
    await clear(ben, group, await send('At the gate')).expect(200)
    expect(await listTexts(ben)).toEqual([])
    expect(await as(ben).unreadCount()).toBe(0)
    await send('At six')
    expect(await listTexts(ben)).toEqual(['At six'])
    expect(await listTexts(ann)).toEqual(['At the gate', 'At six'])
    const listed = (await as(ben).get(`/messages/groups/${group._id}`).expect(200)).body.group
    expect(listed).toMatchObject({ marks: { clearedUpTo: expect.any(Number) } })
    expect(await store.readClearedBy(group._id)).toEqual([ben._id])
    await as(ben).delete(`/messages/groups/${group._id}/members/${ben._id}`).expect(200)
    expect(await store.readClearedBy(group._id)).toEqual([])
  })
})
