import { describe, expect, it } from '@jest/globals'
import type { ConversationView } from '@meadow/contracts'
import { MUTED_FOR_EVER } from '@meadow/contracts/limits'
import { describeOnEachEngine, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import { startChatApi } from './chat-api.ts'
import { openableStores } from './chat-test-stores.ts'
import { readMessageEvents, waitForPushes } from './conversation-fixture.ts'

const UNSET = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }

describeOnEachEngine(await openableStores(), (openStore) => {
  const chat = shareAcrossTests(() => startChatApi({}, { openStore }))

  /** Adds Ann, who has a conversation with each of some others, the last of whom wrote last. */
  async function setUp(count = 1) {
    const started = await chat()
    const { as, relations } = started
    const ann = await started.addMember()
    const others: TestMember[] = []
    for (let index = 0; index < count; index += 1) {
      const other = await started.addMember()
      await relations.follow(ann, other)
      await relations.follow(other, ann)
      await as(other).sendMessage(ann, 'Hello')
      others.push(other)
    }
    const mark = (other: TestMember, body: object) => as(ann).put(`/messages/conversations/${other._id}`).send(body)
    const set = async (other: TestMember, body: object) => (await mark(other, body).expect(200)).body
    const readMarks = async (other: TestMember) => (await as(ann).conversation(other)).marks
    const list = async (query: string): Promise<string[]> =>
      (await as(ann).conversations(query)).conversations.map(({ _id }: ConversationView) => _id)
    return { ...started, ann, others, ben: others[0] as TestMember, mark, set, readMarks, list }
  }
  const idsOf = (...members: (TestMember | undefined)[]) => members.map((member) => member?._id)
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

  describe('a muted conversation', () => {
    it('keeps its unread messages, and leaves them out of the total', async () => {
      const { as, ann, others, set } = await setUp(2)
      const [ben, carla] = others as [TestMember, TestMember]
      expect(await as(ann).unreadCount()).toBe(2)
      const mutedUntil = inHours(1)
      expect(await set(ben, { mutedUntil })).toMatchObject({ marks: { ...UNSET, mutedUntil }, total: 1 })
      await as(ben).sendMessage(ann, 'One more')
      await as(carla).sendMessage(ann, 'And one more')
      expect(await as(ann).conversation(ben)).toMatchObject({ unreadCount: 2, marks: { mutedUntil } })
      expect(await as(ann).unreadCount()).toBe(2)
      const read = await as(ann).put(`/messages/conversations/${carla._id}/read`)
      expect(read.body).toMatchObject({ unreadCount: 0, total: 0 })
      expect(await set(ben, { mutedUntil: null })).toMatchObject({ marks: UNSET, total: 2 })
      await set(ben, { mutedUntil: MUTED_FOR_EVER })
      const own = await as(ann).put(`/messages/conversations/${ben._id}/read`)
      expect(own.body).toMatchObject({ unreadCount: 0, total: 0 })
      expect(await as(ann).unreadCount()).toBe(0)
    })

    it('leaves no trace in the total after the last one has ended', async () => {
      const { ann, others, set, store } = await setUp(2)
      const [ben, carla] = others as [TestMember, TestMember]
      const inAnHour = inHours(1)
      await set(ben, { mutedUntil: MUTED_FOR_EVER })
      await set(carla, { mutedUntil: inAnHour })
      await set(ben, { mutedUntil: null })
      expect(await store.readLastMute(ann)).toEqual(new Date(inAnHour))
      await set(carla, { mutedUntil: null })
      expect(await store.readLastMute(ann)).toBeNull()
    })

    it('counts again after its time, without a write', async () => {
      const { as, ann, ben, set, readMarks, store } = await setUp()
      const ended = await set(ben, { mutedUntil: new Date(Date.now() - 1).toISOString() })
      expect(ended).toMatchObject({ marks: UNSET, total: 1 })
      expect(await set(ben, { mutedUntil: inHours(1) })).toMatchObject({ total: 0 })
      await as(ben).sendMessage(ann, 'Quiet')
      expect(await as(ann).unreadCount()).toBe(0)
      await store.endMutes(ann)
      expect(await as(ann).unreadCount()).toBe(2)
      expect(await readMarks(ben)).toEqual(UNSET)
    })

    it('says so to the devices of its member and to notify, and to nobody else', async () => {
      const { as, ann, ben, set, connect, platformUrl } = await setUp()
      const [annDevice, benDevice] = [await connect(ann), await connect(ben)]
      const { changeSeq, marks, total } = await set(ben, { mutedUntil: MUTED_FOR_EVER })
      expect(await waitForPushes(annDevice, 'conversationMarked')).toEqual([{ userId: ben._id, marks, changeSeq }])
      expect(await waitForPushes(annDevice, 'unread')).toContainEqual({ messages: total, changeSeq })
      const { _id } = await as(ben).sendMessage(ann, 'Quiet')
      expect(await waitForPushes(annDevice, 'newMessage')).toMatchObject([{ _id, isMuted: true }])
      const { _id: ownId } = await as(ann).sendMessage(ben, 'Loud')
      const [loud] = await waitForPushes(benDevice, 'newMessage')
      expect(loud).toMatchObject({ _id: ownId })
      expect(loud).not.toHaveProperty('isMuted')
      expect(benDevice.received('conversationMarked')).toEqual([])
      const isMuted = await eventually(() => readIsMuted(platformUrl, [_id, ownId]))
      expect(isMuted).toEqual([true, undefined])
    })
  })

  describe('pinned conversations', () => {
    it('come first, the newest pin first, and on no later page', async () => {
      const { others, set, list, as, ann } = await setUp(4)
      const [one, two, three, four] = others as [TestMember, TestMember, TestMember, TestMember]
      await set(one, { pinned: true })
      const { marks } = await set(two, { pinned: true })
      expect(marks.pinnedAt).toEqual(expect.any(String))
      expect((await set(two, { pinned: true })).marks).toEqual(marks)
      const first = await as(ann).conversations('?view=inbox&limit=1')
      expect(first.conversations.map(({ _id }: ConversationView) => _id)).toEqual(idsOf(two, one, four))
      const second = await as(ann).conversations(`?view=inbox&limit=1&cursor=${first.nextCursor}`)
      expect(second.conversations.map(({ _id }: ConversationView) => _id)).toEqual(idsOf(three))
      expect(second.pagination.hasMore).toBe(false)
      await as(four).sendMessage(ann, 'Newest')
      expect(await list('?view=inbox')).toEqual(idsOf(two, one, four, three))
      expect(await list('?limit=10')).toEqual(idsOf(four, three, two, one)) // as earlier versions of the page know it
      await set(two, { pinned: false })
      expect(await list('?view=inbox')).toEqual(idsOf(one, four, three, two))
    })

    it('are at most five', async () => {
      const { others, set, mark } = await setUp(6)
      for (const other of others.slice(0, 5)) await set(other, { pinned: true })
      const sixth = others[5] as TestMember
      const refused = await mark(sixth, { pinned: true }).expect(409)
      expect(refused.body).toMatchObject({ code: 'too_many_pinned' })
      await set(others[2] as TestMember, { pinned: false })
      await set(sixth, { pinned: true })
      const fifth = await Promise.all(
        others.slice(0, 5).map((other) => mark(other, { pinned: true }).then(({ status }) => status)),
      )
      expect(fifth.toSorted()).toEqual([200, 200, 200, 200, 409])
    })
  })

  it('a conversation marked as unread is among the unread ones, whatever is unread', async () => {
    const { as, ann, others, set, list } = await setUp(3)
    const [one, two, three] = others as [TestMember, TestMember, TestMember]
    for (const other of [one, two]) await as(ann).put(`/messages/conversations/${other._id}/read`)
    await set(one, { isUnread: true })
    await set(three, { isUnread: true })
    expect(await list('?view=inbox&filter=unread')).toEqual(idsOf(one, three))
    expect(await as(ann).unreadCount()).toBe(1)
    await set(one, { isUnread: false })
    expect(await list('?view=inbox&filter=unread')).toEqual(idsOf(three))
  })

  it('a conversation that is only marked as unread is found behind many others', async () => {
    const { as, ann, others, set, list } = await setUp(22)
    const [last, ...unread] = others as [TestMember, ...TestMember[]]
    await as(ann).put(`/messages/conversations/${last._id}/read`)
    for (const other of others) await set(other, { isUnread: true })
    const [first] = await list('?view=inbox&filter=unread')
    expect(first).toBe(idsOf(last)[0])
    expect(unread).toHaveLength(21)
  })

  describe('an archived conversation', () => {
    it('leaves the inbox until the next message of either member, and is found by its name', async () => {
      const { as, ann, others, set, list } = await setUp(2)
      const [one, two] = others as [TestMember, TestMember]
      await set(one, { pinned: true })
      expect((await set(one, { archived: true })).marks).toEqual({ ...UNSET, archived: true })
      expect(await as(ann).conversations('?view=inbox')).toMatchObject({ archivedCount: 1 })
      expect(await list('?view=inbox')).toEqual(idsOf(two))
      expect(await list('?view=archived')).toEqual(idsOf(one))
      expect(await list(`?q=${one.username}`)).toEqual(idsOf(one))
      await as(one).sendMessage(ann, 'Still there?')
      expect(await list('?view=archived')).toEqual([])
      expect(await list('?view=inbox')).toEqual(idsOf(one, two))
      await set(one, { archived: true })
      await as(ann).sendMessage(one, 'Yes')
      expect(await as(ann).conversations('?view=inbox')).toMatchObject({ archivedCount: 0 })
      await set(one, { archived: true })
      expect((await set(one, { pinned: true })).marks).toMatchObject({ archived: false })
    })

    it('stays there while it is muted', async () => {
      const { as, ann, ben, set, list } = await setUp()
      await set(ben, { archived: true, mutedUntil: MUTED_FOR_EVER })
      await as(ben).sendMessage(ann, 'Quiet')
      expect(await list('?view=archived')).toEqual(idsOf(ben))
      expect(await as(ann).conversations('?view=inbox')).toMatchObject({ archivedCount: 1, conversations: [] })
      await set(ben, { mutedUntil: null })
      expect(await list('?view=inbox')).toEqual(idsOf(ben))
    })
  })

  it('belongs to one member: the other sees nothing of it, no revision moves, and a block does not prevent it', async () => {
    const { as, ann, ben, set, relations } = await setUp()
    const before = await as(ben).conversation(ann)
    await relations.block(ben, ann)
    await set(ben, { archived: true, isUnread: true, mutedUntil: MUTED_FOR_EVER })
    const after = await as(ben).conversation(ann)
    expect(after).toMatchObject({ rev: before.rev, marks: UNSET })
  })

  it('is named to devices that were away', async () => {
    const { as, ann, ben, set } = await setUp()
    const { body: first } = await as(ann).get('/messages/sync').expect(200)
    const { marks } = await set(ben, { archived: true })
    const { body: second } = await as(ann).get(`/messages/sync?since=${first.next}`).expect(200)
    expect(second.conversations).toMatchObject([{ userId: ben._id, rev: 1, marks }])
  })

  it.each([
    [{}, 400],
    [{ pinned: 'yes' }, 400],
    [{ mutedUntil: 'tomorrow' }, 400],
    [{ archivedSeq: 3 }, 400],
  ])('refuses %j', async (body, status) => {
    const { mark, ben } = await setUp()
    expect((await mark(ben, body)).status).toBe(status)
  })

  it('refuses a conversation that does not exist', async () => {
    const { mark, ann, addMember } = await setUp()
    expect((await mark(await addMember(), { pinned: true })).body).toMatchObject({ code: 'not_found' })
    expect((await mark(ann, { pinned: true })).body).toMatchObject({ code: 'cannot_message_self' })
  })
})

/** Returns `isMuted` of the events of these messages. @throws Error until the bus has them */
async function readIsMuted(platformUrl: string, ids: readonly string[]): Promise<(boolean | undefined)[]> {
  type SentData = { messageId?: string; isMuted?: boolean }
  const sent = (await readMessageEvents(platformUrl)).map(({ data }) => data as SentData)
  return ids.map((id) => {
    const event = sent.find(({ messageId }) => messageId === id)
    if (!event) throw new Error('The message has no event yet')
    return event.isMuted
  })
}
