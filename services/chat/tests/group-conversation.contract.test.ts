import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import type { ReadTarget } from '../src/receipts/receipt-repository.ts'
import { markRead } from '../src/receipts/routes.ts'
import { createNewMessage, openableStores, readNoSignals } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  describe('a conversation of 50 members', () => {
    const GROUP_SIZE = 50

    /** Creates a group of members who need not follow each other, with functions that address it. */
    async function setUpGroup(size = GROUP_SIZE) {
      const { ports: store, publishedEvents, addGroup, readMember } = await opened()
      const members = Array.from({ length: size }, createTestMember)
      for (const member of members)
        await store.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
      const [owner, reader, receiver] = members
      if (!owner || !reader || !receiver) throw new Error('The group has too few members')
      const conversationId = await addGroup(members)
      const address = { conversationId }
      const send = (by: TestMember, fields: object = {}) =>
        store.messages.send(createNewMessage(fields), { ...by, profileVersion: 0 }, address)
      const read = (by: TestMember, target: ReadTarget) =>
        markRead(
          { ...store, readSignals: readNoSignals, push: async () => undefined, now: () => new Date(), newId },
          by,
          target,
        )
      const readGroup = () => Promise.all(members.map((member) => readMember(conversationId, member)))
      return { ...store, owner, reader, receiver, members, address, send, read, readGroup, publishedEvents }
    }

    it('counts a message for every member but its sender, and changes the change number of all', async () => {
      const { send, owner, members, receipts, readGroup } = await setUpGroup()
      const { message, recipients } = await send(owner)
      expect(message).toMatchObject({ seq: 1, rev: 1, recipient: null, readUpTo: 0, deliveredUpTo: 0 })
      const unread = { messages: 1, changeSeq: 1 }
      expect(new Set(recipients)).toEqual(new Set(members.slice(1).map(({ _id }) => ({ _id, unread }))))
      const untouched = { readUpTo: 0, deliveredUpTo: 0 }
      const [stored, ...others] = await readGroup()
      expect(stored).toEqual({ ...untouched, role: 'admin', unread: 0 })
      expect(others).toEqual(others.map(() => ({ ...untouched, role: 'member', unread: 1 })))
      const totals = await Promise.all(members.map(({ _id }) => receipts.readUnreadTotal(_id)))
      expect(totals).toEqual(members.map((_member, index) => ({ messages: index === 0 ? 0 : 1, changeSeq: 1 })))
    })

    it('returns the first message to a repeat, and counts it once', async () => {
      const { send, owner, reader, receipts } = await setUpGroup()
      const fields = { clientMessageId: randomUUID() }
      const [one, other] = await Promise.all([send(owner, fields), send(owner, fields)])
      expect(other.message).toEqual(one.message)
      expect([one, other].map(({ recipients }) => recipients.length).toSorted()).toEqual([0, GROUP_SIZE - 1].toSorted())
      await expect(send(owner, { ...fields, fingerprint: 'other' })).rejects.toMatchObject({ code: 'key_reused' })
      expect(await receipts.readUnreadTotal(reader._id)).toEqual({ messages: 1, changeSeq: 1 })
    })

    it('moves the marks and the unread counts of one member', async () => {
      const { send, read, owner, reader, receiver, address, receipts, readGroup } = await setUpGroup()
      const { message: first } = await send(owner)
      await send(reader)
      await send(owner)
      expect(await receipts.markDelivered(receiver, address, 9)).toEqual({ upToSeq: 3, rev: 4 })
      expect(await receipts.markDelivered(receiver, address, 3)).toBeUndefined()
      const readOne = await read(reader, { messageId: first._id })
      expect(readOne).toMatchObject({ upToSeq: 1, rev: 5, unreadCount: 1, total: 1, changeSeq: 5 })
      expect(await read(reader, address)).toMatchObject({ upToSeq: 3, rev: 6, unreadCount: 0, total: 0 })
      expect(await read(reader, address)).toMatchObject({ upToSeq: 3, rev: 6, unreadCount: 0, total: 0 })
      expect((await readGroup()).slice(0, 4)).toMatchObject([
        { readUpTo: 0, deliveredUpTo: 0, unread: 1 },
        { readUpTo: 3, deliveredUpTo: 3, unread: 0 },
        { readUpTo: 0, deliveredUpTo: 3, unread: 3 },
        { readUpTo: 0, deliveredUpTo: 0, unread: 3 },
      ])
      expect(await receipts.readUnreadTotal(receiver._id)).toEqual({ messages: 3, changeSeq: 6 })
    })

    it('shows the sender the lowest marks of all others', async () => {
      const { send, read, owner, reader, receiver, address, receipts } = await setUpGroup(3)
      const fields = { clientMessageId: randomUUID() }
      const { message } = await send(owner, fields)
      await send(owner)
      await read(reader, address)
      await read(receiver, { messageId: message._id })
      await receipts.markDelivered(receiver, address, 2)
      expect((await send(owner)).message).toMatchObject({ seq: 3, readUpTo: 1, deliveredUpTo: 2 })
      expect((await send(owner, fields)).message).toMatchObject({ _id: message._id, readUpTo: 1, deliveredUpTo: 2 })
    })

    it('publishes no event: those that exist name the other member of a direct conversation', async () => {
      const { send, read, owner, reader, address, publishedEvents } = await setUpGroup()
      await send(owner)
      await read(reader, address)
      expect((await publishedEvents()).filter(({ subject }) => subject === address.conversationId)).toEqual([])
    })

    it('is closed to others, and its messages to all calls that address pairs', async () => {
      const { send, read, owner, reader, address, messages, reactions, threads, conversations, receipts } =
        await setUpGroup()
      const stranger = createTestMember()
      const { message } = await send(owner)
      await expect(send(stranger)).rejects.toMatchObject({ code: 'not_found' })
      await expect(read(stranger, address)).rejects.toMatchObject({ code: 'not_found' })
      await expect(read(stranger, { messageId: message._id })).rejects.toMatchObject({ code: 'message_not_found' })
      expect(await receipts.markDelivered(stranger, address, 1)).toBeUndefined()
      const change = {
        messageId: message._id,
        by: { ...owner, profileVersion: 0 },
        at: new Date(),
        eventId: randomUUID(),
      }
      const notFound = { code: 'message_not_found' }
      await expect(messages.edit({ ...change, content: 'Other', facets: [] })).rejects.toMatchObject(notFound)
      await expect(messages.delete(change)).rejects.toMatchObject(notFound)
      await expect(reactions.set({ ...change, emoji: '👍', isSet: true })).rejects.toMatchObject(notFound)
      await expect(threads.readPage(message._id, reader, { limit: 5, before: undefined })).rejects.toMatchObject(
        notFound,
      )
      await expect(threads.markRead(message._id, reader)).rejects.toMatchObject(notFound)
      const all = { q: '', unread: false, among: undefined }
      expect(await conversations.list(reader, { limit: 5, after: undefined, skip: 0 }, all)).toEqual([])
      expect(await conversations.listPartnerIds(reader)).toEqual([])
      expect(await conversations.listChanged(reader, { after: 0 }, 5)).toEqual([])
    })
  })
})
