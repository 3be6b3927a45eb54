import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import {
  createTestMember,
  describeOnEachEngine,
  eventually,
  shareAcrossTests,
  type TestMember,
  UNKNOWN_ID,
} from '@meadow/testing'
import type { ReadTarget } from '../src/receipts/receipt-repository.ts'
import { markRead } from '../src/receipts/routes.ts'
import { addMutualFollowers, createNewMessage, openableStores, readNoSignals } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  /** Creates two mutual followers, with functions that send and read messages. */
  async function setUp() {
    const { ports: store, publishedEvents } = await opened()
    const readEventsOf = async (memberId: string) =>
      (await publishedEvents()).filter(({ data }) => JSON.stringify(data).includes(memberId))
    const two = await addMutualFollowers(store)
    const send = (by: TestMember, to: TestMember, fields: object = {}, at = new Date()) =>
      store.messages.send(
        createNewMessage({ createdAt: at, ...fields }),
        { ...by, profileVersion: 0 },
        { otherId: to._id },
      )
    const read = (by: TestMember, target: ReadTarget) =>
      markRead(
        { ...store, readSignals: readNoSignals, push: async () => undefined, now: () => new Date(), newId },
        by,
        target,
      )
    return { ...store, two, send, read, readEventsOf }
  }

  describe('sending', () => {
    it('stores a message, its seq, the unread counts and its event together', async () => {
      const { send, two, receipts, readEventsOf } = await setUp()
      const [one, other] = two
      const { message, recipients } = await send(one, other)
      const total = { messages: 1, changeSeq: 1 }
      expect({ seq: message.seq, rev: message.rev }).toEqual({ seq: 1, rev: 1 })
      expect(recipients).toEqual([{ _id: other._id, unread: total }])
      expect(await receipts.readUnreadTotal(other._id)).toEqual(total)
      expect(await receipts.readUnreadTotal(one._id)).toEqual({ messages: 0, changeSeq: 1 })
      const events = await readEventsOf(message._id)
      expect(events).toMatchObject([
        {
          type: 'message.sent',
          source: 'chat',
          subject: message.conversationId,
          data: { messageId: message._id, actor: { _id: one._id }, otherId: other._id, rev: 1, seq: 1 },
        },
      ])
      expect(JSON.stringify(events)).not.toContain('Hi')
    })

    it('gives each message its own seq when both write at the same time, in the order of their times', async () => {
      const { send, two, history, readEventsOf } = await setUp()
      const [one, other] = two
      const now = Date.now()
      await Promise.all(
        Array.from({ length: 20 }, (_none, index) => {
          const [by, to] = index % 2 ? [one, other] : [other, one]
          const fields = { clientMessageId: randomUUID() }
          return eventually(() => send(by, to, fields, new Date(now - index))) // one that waits too long is sent again
        }),
      )
      const page = await history.list(other._id, one, { limit: 50, before: undefined, around: undefined })
      expect(page.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_none, index) => index + 1))
      const times = page.messages.map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const events = await readEventsOf(one._id)
      expect(events.map(({ data }) => (data as { seq: number }).seq)).toEqual(page.messages.map(({ seq }) => seq))
    })

    it('stores and publishes nothing when it is refused or a repeat', async () => {
      const { send, two, readEventsOf, receipts } = await setUp()
      const [one, other] = two
      const clientMessageId = randomUUID()
      const [first, again] = await Promise.all([1, 2].map(() => send(one, other, { clientMessageId })))
      expect(first?.message._id).toBe(again?.message._id)
      expect([first, again].flatMap((sent) => sent?.recipients ?? [])).toMatchObject([{ unread: { messages: 1 } }])
      await expect(send(one, other, { clientMessageId, fingerprint: 'other' })).rejects.toMatchObject({
        code: 'key_reused',
      })
      await expect(send(one, other, { replyTo: UNKNOWN_ID })).rejects.toMatchObject({ code: 'message_not_found' })
      await expect(send(one, { ...other, _id: UNKNOWN_ID })).rejects.toMatchObject({ code: 'member_not_found' })
      expect(await readEventsOf(one._id)).toHaveLength(1)
      expect(await receipts.readUnreadTotal(other._id)).toMatchObject({ messages: 1 })
    })

    it('takes replies to a deleted message, and replies in its thread, one by one and many at once', async () => {
      const { send, two, messages, threads } = await setUp()
      const [one, other] = two
      const { message: deleted } = await send(one, other, { content: 'A secret' })
      const { message: answer } = await send(other, one, { threadId: deleted._id })
      const by = { ...one, profileVersion: 0 }
      await messages.delete({ messageId: deleted._id, by, at: new Date(), eventId: randomUUID() })
      const sent = [await send(other, one, { replyTo: deleted._id })]
      sent.push(
        ...(await Promise.all([1, 2, 3].map(() => eventually(() => send(other, one, { replyTo: deleted._id }))))),
      )
      const quote = { _id: deleted._id, content: '', pictureCount: 0, deletedAt: expect.any(Date) }
      expect(sent.map(({ message }) => message.replyTo)).toEqual(Array(4).fill(expect.objectContaining(quote)))
      const toThread = [deleted._id, answer._id].map((threadId) => eventually(() => send(one, other, { threadId })))
      const inThread = [answer, ...(await Promise.all(toThread)).map(({ message }) => message)]
      expect(inThread.map(({ threadId }) => threadId)).toEqual(Array(3).fill(deleted._id))
      const page = await threads.readPage(deleted._id, one, { limit: 10, before: undefined })
      expect(page).toMatchObject({ root: { content: '', threadCount: 3 }, messages: [{}, {}, {}] })
    })
  })

  describe('sending in many conversations at the same time', () => {
    const MESSAGES = 30

    it('keeps each conversation without gaps, counts right, and gives each change of a member a number of its own', async () => {
      const { ports: store } = await opened()
      const [hub, ...others] = Array.from({ length: 4 }, createTestMember)
      if (!hub) throw new Error('There is no member')
      for (const member of [hub, ...others])
        await store.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
      for (const other of others) {
        await store.members.setFollow({ version: 1, active: true, at: new Date(), from: hub._id, to: other._id })
        await store.members.setFollow({ version: 1, active: true, at: new Date(), from: other._id, to: hub._id })
      }
      const blocked = createTestMember()
      const sent = await Promise.all(
        Array.from({ length: MESSAGES }, (_none, index) => {
          const other = others[index % others.length] ?? hub
          const message = createNewMessage({ clientMessageId: randomUUID() })
          const send = () => store.messages.send(message, { ...other, profileVersion: 0 }, { otherId: hub._id })
          return eventually(async () => Promise.all([send(), send()])) // a repeat of each message at the same time
        }),
      )
      await expect(
        store.messages.send(createNewMessage(), { ...hub, profileVersion: 0 }, { otherId: blocked._id }),
      ).rejects.toMatchObject({ code: 'member_not_found' })
      expect(sent.every(([one, repeat]) => one.message._id === repeat.message._id)).toBe(true)
      const perOther = MESSAGES / others.length
      const numbers = Array.from({ length: perOther }, (_none, index) => index + 1)
      for (const other of others) {
        const { messages } = await store.history.list(other._id, hub, {
          limit: 50,
          before: undefined,
          around: undefined,
        })
        expect(messages.map(({ seq }) => seq)).toEqual(numbers)
        expect(messages.map(({ rev }) => rev)).toEqual(numbers)
        expect(await store.conversations.find(other._id, hub)).toMatchObject({ unreadCount: perOther, rev: perOther })
      }
      const { messages: unread, changeSeq } = await store.receipts.readUnreadTotal(hub._id)
      expect(unread).toBe(MESSAGES)
      const changed = await store.conversations.listChanged(hub, { after: 0 }, 10)
      expect(new Set(changed.map((one) => one.changeSeq)).size).toBe(others.length)
      expect(Math.max(...changed.map((one) => one.changeSeq))).toBe(changeSeq)
    })

    it('refuses a clientMessageId that another conversation has used, also at the same time', async () => {
      const { ports: store } = await opened()
      const [sender, one, other] = Array.from({ length: 3 }, createTestMember) as [TestMember, TestMember, TestMember]
      for (const member of [sender, one, other])
        await store.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
      for (const recipient of [one, other]) {
        const edge = { version: 1, active: true, at: new Date() }
        await store.members.setFollow({ ...edge, from: sender._id, to: recipient._id })
        await store.members.setFollow({ ...edge, from: recipient._id, to: sender._id })
        await store.messages.send(createNewMessage(), { ...sender, profileVersion: 0 }, { otherId: recipient._id })
      }
      const clientMessageId = randomUUID()
      const results = await Promise.allSettled(
        [one, other].map((recipient) =>
          store.messages.send(
            createNewMessage({ clientMessageId, fingerprint: recipient._id }),
            { ...sender, profileVersion: 0 },
            { otherId: recipient._id },
          ),
        ),
      )
      const refused = results.filter(({ status }) => status === 'rejected')
      expect(refused).toMatchObject([{ reason: { code: 'key_reused' } }])
    })
  })

  describe('reading', () => {
    it('moves the mark and both counters with its event, once', async () => {
      const { send, read, two, readEventsOf, receipts, conversations } = await setUp()
      const [one, other] = two
      const { message } = await send(one, other)
      await send(one, other)
      expect(await read(other, { messageId: message._id })).toMatchObject({ unreadCount: 1, total: 1, changeSeq: 3 })
      expect(await read(other, { messageId: message._id })).toMatchObject({ unreadCount: 1, total: 1, changeSeq: 3 })
      expect(await conversations.find(other._id, one)).toMatchObject({ readUpTo: 1, deliveredUpTo: 1, rev: 3 })
      const events = (await readEventsOf(one._id)).filter(({ type }) => type === 'message.read')
      expect(events).toMatchObject([{ data: { readerId: other._id, otherId: one._id, upToSeq: 1, rev: 3 } }])
      await Promise.all([read(other, { otherId: one._id }), send(one, other), read(other, { messageId: message._id })])
      const { unreadCount } = await conversations.find(one._id, other)
      expect(await receipts.readUnreadTotal(other._id)).toMatchObject({ messages: unreadCount })
    })

    it('returns to each of many members, who read at the same time, their own total', async () => {
      const { send, two, receipts } = await setUp()
      const pairs = [two, ...(await Promise.all([1, 2].map(async () => (await setUp()).two)))]
      for (const [index, [one, other]] of pairs.entries())
        for (let sent = 0; sent <= index; sent += 1) await send(one, other)
      const expected = pairs.flatMap(([one, other], index) => [
        { _id: other._id, total: { messages: index + 1, changeSeq: index + 1 } },
        { _id: one._id, total: { messages: 0, changeSeq: index + 1 } },
        { _id: UNKNOWN_ID, total: { messages: 0, changeSeq: 0 } },
      ])
      const manyReads = Array.from({ length: 10 }, () => expected).flat() // more than one batch
      const totals = await Promise.all(manyReads.map(({ _id }) => receipts.readUnreadTotal(_id)))
      expect(totals).toEqual(manyReads.map(({ total }) => total))
    })

    it('moves the delivery mark once, at most to the newest message', async () => {
      const { send, two, receipts } = await setUp()
      const [one, other] = two
      expect(await receipts.markDelivered(other, { otherId: one._id }, 1)).toBeUndefined()
      await send(one, other)
      expect(await receipts.markDelivered(other, { otherId: one._id }, 9)).toEqual({ upToSeq: 1, rev: 2 })
      expect(await receipts.markDelivered(other, { otherId: one._id }, 1)).toBeUndefined()
    })
  })

  it('does not address a direct conversation by its id, which would bypass the rules of the pair', async () => {
    const { send, two, messages } = await setUp()
    const [one, other] = two
    const { message } = await send(one, other)
    const byId = messages.send(
      createNewMessage(),
      { ...one, profileVersion: 0 },
      { conversationId: message.conversationId },
    )
    await expect(byId).rejects.toMatchObject({ code: 'not_found' })
  })

  it('returns all changes in pages', async () => {
    const { send, two, history } = await setUp()
    const [one, other] = two
    for (let count = 0; count < 105; count += 1) await send(one, other)
    const first = await history.listChanges(other._id, one, 0)
    expect(first).toMatchObject({ hasMore: true, rev: 100, messages: { length: 100 } })
    const rest = await history.listChanges(other._id, one, first.rev)
    expect(rest).toMatchObject({ hasMore: false, rev: 105, messages: { length: 5 } })
    expect(await history.listChanges(other._id, one, rest.rev)).toMatchObject({ messages: [], rev: 105 })
  })

  describe('followers', () => {
    it('are found for several members at once, not across a block or if they mute them, and not of members with too many', async () => {
      const { ports: store } = await opened()
      const [popular, known, blocked, one, two, three] = Array.from({ length: 6 }, createTestMember) as [
        TestMember,
        TestMember,
        TestMember,
        TestMember,
        TestMember,
        TestMember,
      ]
      const edge = { version: 1, active: true, at: new Date() }
      const follow = (from: TestMember, to: TestMember) =>
        store.members.setFollow({ ...edge, from: from._id, to: to._id })
      for (const member of [one, two, three]) await follow(member, popular)
      for (const member of [one, three]) await follow(member, known)
      for (const member of [one, two]) await follow(member, blocked)
      await store.members.setBlock({ ...edge, from: blocked._id, to: one._id })
      const find = (maxFollowers: number, ...members: TestMember[]) =>
        store.relationships.findFollowersAmong(
          [popular, known, blocked, two].map(({ _id }) => _id),
          members.map(({ _id }) => _id),
          maxFollowers,
        )
      expect(await find(2, one, two)).toEqual(
        new Map([
          [known._id, [one._id]],
          [blocked._id, [two._id]],
        ]),
      )
      expect((await find(3, one, two)).get(popular._id)?.toSorted()).toEqual([one._id, two._id].toSorted())
      expect(await find(3)).toEqual(new Map())
      await store.members.setMute({ ...edge, from: one._id, to: known._id, until: null })
      await store.members.setMute({ ...edge, from: two._id, to: blocked._id, until: new Date(Date.now() - 1) })
      expect(await find(2, one, two)).toEqual(new Map([[blocked._id, [two._id]]]))
      const ids = [known, blocked, one, two].map(({ _id }) => _id)
      expect(await store.relationships.findMutesOf(ids, ids)).toEqual(new Map([[one._id, new Set([known._id])]]))
    })
  })
})
