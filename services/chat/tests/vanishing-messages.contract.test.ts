import { expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { waitForPushes } from './conversation-fixture.ts'

const DAY_SECONDS = 86_400

/** Removes what marks of the conversation change. */
const withoutStatus = (messages: readonly MessageView[]) =>
  messages.map(({ status: _status, isRead: _isRead, ...message }) => message)

describeOnEachEngine(await openableStores(), (openStore) => {
  async function setUp() {
    const chat = await startChatApi({}, { openStore })
    const [ann, ben] = await chat.addMutualFollowers()
    const hide = (by: TestMember, { _id }: { _id: string }) => chat.as(by).delete(`/messages/${_id}?for=me`).send({})
    const set = (by: TestMember, to: TestMember, disappearAfter: unknown) =>
      chat.as(by).put(`/messages/conversations/${to._id}`).send({ disappearAfter })
    const find = async (by: TestMember, text: string): Promise<string[]> => {
      const { body } = await chat.as(by).get('/messages/search').query({ q: text }).expect(200)
      return body.messages.map(({ _id }: MessageView) => _id)
    }
    return { ...chat, ann, ben, hide, set, find, [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose]() }
  }

  /** The view of a message that is not shown, without its place. */
  const hidden = { isHidden: true, content: '', pictures: [], reactions: [], replyTo: null }

  it('deletes a message of either member for one of them, on all their devices', async () => {
    await using used = await setUp()
    const { ann, ben, as, connect, hide, find } = used
    const first = await as(ann).sendMessage(ben, 'Lanterns at eight')
    const reply = await as(ann).sendMessage(ben, 'Or nine', { replyTo: first._id })
    const { rev } = await as(ben).conversation(ann)
    const [annsDevice, bensDevice] = [await connect(ann), await connect(ben)]
    await hide(ben, first).expect(200)
    const [push] = await waitForPushes(bensDevice, 'messageHidden')
    expect(push).toMatchObject({ messageId: first._id, userId: ann._id })
    expect(push?.rev).toBeGreaterThan(rev)
    const { messages } = await as(ben).list(ann)
    expect(messages).toMatchObject([
      hidden,
      { content: 'Or nine', replyTo: { content: '', deletedAt: expect.any(String) } },
    ])
    const changes = await as(ben).changes(ann, rev)
    expect(withoutStatus(changes.messages)).toEqual(expect.arrayContaining(withoutStatus(messages)))
    expect(await find(ben, 'lanterns')).toEqual([])
    expect((await as(ben).list(ann, '?q=lanterns')).messages).toEqual([])

    await hide(ann, reply).expect(200)
    expect((await as(ann).conversation(ben)).lastMessage).toMatchObject({
      _id: first._id,
      content: 'Lanterns at eight',
    })
    expect((await as(ann).conversations()).conversations[0].lastMessage._id).toBe(first._id)
    expect((await as(ben).conversation(ann)).lastMessage).toMatchObject({ content: 'Or nine' })
    expect(await find(ann, 'lanterns')).toEqual([first._id])
    expect((await as(ann).list(ben)).messages).toMatchObject([{ content: 'Lanterns at eight' }, hidden])
    expect(annsDevice.received('messageHidden')).toHaveLength(1)
  })

  it('shows no last message of a conversation in which everything is hidden', async () => {
    await using used = await setUp()
    const { ann, ben, as, hide } = used
    await hide(ben, await as(ann).sendMessage(ben, 'Gone')).expect(200)
    expect((await as(ben).conversation(ann)).lastMessage).toMatchObject({ isHidden: true, content: '' })
    expect(await as(ben).unreadCount()).toBe(0)
  })

  it('tells the other member nothing but a higher revision of the conversation', async () => {
    await using used = await setUp()
    const { ann, ben, as, connect, hide } = used
    const sent = await as(ann).sendMessage(ben, 'Still there')
    const device = await connect(ann)
    await as(ben).list(ann)
    await waitForPushes(device, 'messageDelivered')
    const { rev } = await as(ann).conversation(ben)
    await hide(ben, sent).expect(200)
    const changes = await as(ann).changes(ben, rev)
    expect(changes).toMatchObject({ messages: [], rev: rev + 1 })
    expect(device.received('messageHidden')).toEqual([])
    expect(device.received('messageDeleted')).toEqual([])
  })

  it('takes it from what is unread once, also if it is deleted for everyone later', async () => {
    await using used = await setUp()
    const { ann, ben, as, hide, store } = used
    const first = await as(ann).sendMessage(ben, 'One')
    const second = await as(ann).sendMessage(ben, 'Two')
    await as(ann).sendMessage(ben, 'Three')
    await hide(ben, second).expect(200)
    await hide(ben, second).expect(200)
    expect(await as(ben).unreadCount()).toBe(2)
    await as(ann).delete(`/messages/${second._id}`).expect(200)
    expect(await as(ben).unreadCount()).toBe(2)
    const read = await as(ben).put(`/messages/${first._id}/read`).expect(200)
    expect(read.body).toMatchObject({ unreadCount: 1, total: 1 })
    expect(await store.readUnreadCounts(ben, ann)).toMatchObject({ unread: 1 })
  })

  it('refuses somebody else, an edit and a reaction of a hidden message; its sender still deletes it for everyone', async () => {
    await using used = await setUp()
    const { ann, ben, as, hide, addMember } = used
    const sent = await as(ann).sendMessage(ben, 'Mine')
    await hide(await addMember(), sent).expect(404)
    await hide(ann, sent).expect(200)
    await as(ann).put(`/messages/${sent._id}`).send({ content: 'Yours' }).expect(404)
    await as(ann).post(`/messages/${sent._id}/reactions`, { emoji: '👍' }).expect(404)
    await as(ben).post(`/messages/${sent._id}/reactions`, { emoji: '👍' }).expect(200)
    await as(ann).delete(`/messages/${sent._id}`).expect(200)
    expect((await as(ben).list(ann)).messages).toMatchObject([{ content: '', deletedAt: expect.any(String) }])
  })

  it('takes `for` from the body, too, because older service workers leave the query out', async () => {
    await using used = await setUp()
    const { ann, ben, as } = used
    const sent = await as(ann).sendMessage(ben, 'Mine')
    await as(ann).delete(`/messages/${sent._id}`).send({ for: 'me' }).expect(200)
    expect((await as(ben).list(ann)).messages).toMatchObject([{ content: 'Mine', deletedAt: null }])
  })

  it('sets a time after which new messages disappear, which both members see', async () => {
    await using used = await setUp()
    const { ann, ben, as, connect, set } = used
    await set(ann, ben, DAY_SECONDS).expect(404)
    await as(ann).sendMessage(ben, 'Stays')
    const device = await connect(ben)
    await set(ann, ben, DAY_SECONDS).expect(200)
    const [line] = await waitForPushes(device, 'newMessage')
    const system = { event: 'disappearing', disappearAfter: DAY_SECONDS }
    expect(line).toMatchObject({ messageType: 'system', content: '', system, sender: { _id: ann._id } })
    expect(await as(ben).conversation(ann)).toMatchObject({
      disappearAfter: DAY_SECONDS,
      unreadCount: 1,
      lastMessage: { system },
    })
    await set(ben, ann, DAY_SECONDS).expect(200) // it is so already
    const sent = await as(ben).sendMessage(ann, 'Goes')
    expect(Date.parse(sent.expiresAt ?? '') - Date.parse(sent.createdAt)).toBe(DAY_SECONDS * 1_000)
    await set(ben, ann, null).expect(200)
    await as(ann).sendMessage(ben, 'Stays, too')
    const { messages } = await as(ann).list(ben)
    expect(messages.map(({ messageType, expiresAt }: MessageView) => [messageType, expiresAt !== undefined])).toEqual([
      ['text', false],
      ['system', false],
      ['text', true],
      ['system', false],
      ['text', false],
    ])
    expect((await as(ann).conversation(ben)).disappearAfter).toBeNull()
  })

  it('refuses other times, a block, and changes of a system line', async () => {
    await using used = await setUp()
    const { ann, ben, as, set, hide, relations } = used
    await as(ann).sendMessage(ben, 'Hello')
    for (const time of [1, 0, -1, 86_401, 1e12, '86400', true]) await set(ann, ben, time).expect(400)
    await set(ann, ben, DAY_SECONDS).expect(200)
    const [, line] = (await as(ann).list(ben)).messages
    await as(ann).put(`/messages/${line._id}`).send({ content: 'Never' }).expect(404)
    await as(ann).delete(`/messages/${line._id}`).expect(403)
    await as(ben).post(`/messages/${line._id}/reactions`, { emoji: '👍' }).expect(404)
    await hide(ben, line).expect(200)
    expect((await as(ben).list(ann)).messages[1]).toMatchObject({ isHidden: true })
    await relations.block(ben, ann)
    expect((await set(ann, ben, null)).body).toMatchObject({ code: 'not_mutual' })
    expect((await as(ann).conversation(ben)).disappearAfter).toBe(DAY_SECONDS)
  })

  it('sets no time in a message request, neither of its sender nor of its recipient', async () => {
    await using used = await setUp()
    const { ann, as, set, addMember } = used
    const stranger = await addMember()
    await as(stranger).sendMessage(ann, 'Hello Ann')
    const refused = { status: 404, body: { code: 'not_found' } }
    expect(await set(stranger, ann, DAY_SECONDS)).toMatchObject(refused)
    expect(await set(ann, stranger, DAY_SECONDS)).toMatchObject(refused)
    await as(ann).post(`/messages/requests/${stranger._id}`, { accept: false }).expect(200)
    expect(await set(ann, stranger, DAY_SECONDS)).toMatchObject(refused)
    expect(await as(ann).conversation(stranger)).toMatchObject({ request: 'received', disappearAfter: null })
  })

  it('shows a message no longer at its time, also in the quote of a reply that stays, and then removes its content', async () => {
    await using used = await setUp()
    const { ann, ben, as, set, find, store, startInstance } = used
    await as(ann).sendMessage(ben, 'Hello')
    await set(ann, ben, DAY_SECONDS).expect(200)
    const secret = await as(ann).sendMessage(ben, 'The heron nests here')
    await set(ann, ben, null).expect(200)
    const reply = await as(ben).sendMessage(ann, 'I will keep it', { replyTo: secret._id })
    await set(ann, ben, DAY_SECONDS).expect(200)
    const last = await as(ben).sendMessage(ann, 'And the egret')
    expect(await find(ben, 'heron')).toEqual([secret._id])
    expect(await as(ann).unreadCount()).toBe(2)
    for (const { _id } of [secret, last]) await store.expire(_id)
    const expectGone = async (member: TestMember, other: TestMember) => {
      const { messages } = await as(member).list(other)
      expect(messages.find(({ _id }: MessageView) => _id === secret._id)).toMatchObject(hidden)
      expect(messages.find(({ _id }: MessageView) => _id === reply._id)).toMatchObject({
        content: 'I will keep it',
        replyTo: { content: '', deletedAt: expect.any(String) },
      })
      expect(messages.at(-1)).toMatchObject(hidden)
      expect((await as(member).conversation(other)).lastMessage).toMatchObject({ messageType: 'system' })
      expect(await find(member, 'heron')).toEqual([])
      expect(JSON.stringify(await as(member).changes(other, 0))).not.toContain('heron')
    }
    await expectGone(ann, ben)
    await expectGone(ben, ann)
    await as(ben).post(`/messages/${secret._id}/reactions`, { emoji: '👍' }).expect(404)
    await startInstance() // removes the content at once
    await eventually(async () => expect(await store.readText(last._id)).toBe(''))
    expect(await store.readText(secret._id)).toBe('')
    expect(await as(ann).unreadCount()).toBe(1)
    await expectGone(ann, ben)
    await expectGone(ben, ann)
  })

  it('leaves out of the export what a member does not see', async () => {
    await using used = await setUp()
    const { ann, ben, as, set, hide, store } = used
    await as(ann).sendMessage(ben, 'Kept')
    await hide(ben, await as(ann).sendMessage(ben, 'Hidden')).expect(200)
    await set(ann, ben, DAY_SECONDS).expect(200)
    await store.expire((await as(ann).sendMessage(ben, 'Expired'))._id)
    const readTexts = async (member: TestMember) => {
      const texts: unknown[] = []
      for await (const { kind, items } of store.ports.ownData.readPages(member._id))
        if (kind === 'messages') texts.push(...items.map((item) => (item as { text?: string }).text))
      return texts
    }
    expect(await readTexts(ben)).toEqual(['Kept'])
    expect((await readTexts(ann)).slice(0, 2)).toEqual(['Kept', 'Hidden'])
  })
})
