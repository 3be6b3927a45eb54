import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import type { GroupChange } from '../src/groups/group.ts'
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

    it('moves the marks and the unread counts of one member, which others cannot tell by a revision', async () => {
      const { send, read, owner, reader, receiver, address, receipts, readGroup } = await setUpGroup()
      await send(owner)
      expect(await read(reader, address)).toMatchObject({ upToSeq: 1, rev: 1, unreadCount: 0, total: 0, changeSeq: 2 })
      await send(reader)
      await send(owner)
      expect(await receipts.markDelivered(receiver, address, 9)).toEqual({ upToSeq: 3, rev: 4 })
      expect(await receipts.markDelivered(receiver, address, 3)).toBeUndefined()
      expect(await read(reader, address)).toMatchObject({ upToSeq: 3, rev: 4, unreadCount: 0, total: 0, changeSeq: 6 })
      expect(await read(reader, address)).toMatchObject({ upToSeq: 3, rev: 4, unreadCount: 0, total: 0, changeSeq: 6 })
      expect((await readGroup()).slice(0, 4)).toMatchObject([
        { readUpTo: 0, deliveredUpTo: 0, unread: 1 },
        { readUpTo: 3, deliveredUpTo: 3, unread: 0 },
        { readUpTo: 0, deliveredUpTo: 3, unread: 3 },
        { readUpTo: 0, deliveredUpTo: 0, unread: 3 },
      ])
      expect(await receipts.readUnreadTotal(receiver._id)).toEqual({ messages: 3, changeSeq: 4 })
    })

    it('shows the sender the lowest marks of all others', async () => {
      const { send, read, owner, reader, receiver, address, receipts } = await setUpGroup(3)
      const fields = { clientMessageId: randomUUID() }
      const { message } = await send(owner, fields)
      await read(receiver, address)
      await send(owner)
      await read(reader, address)
      await receipts.markDelivered(receiver, address, 2)
      expect((await send(owner)).message).toMatchObject({ seq: 3, readUpTo: 1, deliveredUpTo: 2 })
      expect((await send(owner, fields)).message).toMatchObject({ _id: message._id, readUpTo: 1, deliveredUpTo: 2 })
    })

    it('publishes one event for a message, with those who want a push, and one for a read mark', async () => {
      const { send, read, owner, reader, receiver, members, address, conversationMarks, publishedEvents } =
        await setUpGroup()
      const { conversationId } = address
      const mutedUntil = new Date(Date.now() + 3_600_000)
      const mute = { memberId: receiver._id, otherId: conversationId, change: { mutedUntil }, at: new Date() }
      await conversationMarks(mute)
      const { message } = await send(owner)
      await send(owner, {
        content: '',
        messageType: 'system',
        system: { event: 'renamed', name: 'Hikers' },
      })
      await read(reader, address)
      const published = (await publishedEvents()).filter(({ subject }) => subject === conversationId)
      expect(published).toMatchObject([
        {
          type: 'group.message-sent',
          data: { messageId: message._id, groupId: conversationId, groupName: 'Hikers', seq: 1, messageType: 'text' },
        },
        { type: 'group.messages-read', data: { readerId: reader._id, groupId: conversationId, upToSeq: 2 } },
      ])
      const loud = members.filter((member) => member !== owner && member !== receiver).map(({ _id }) => _id)
      const { recipientIds = [] } = (published[0]?.data ?? {}) as { recipientIds?: string[] }
      expect(recipientIds.toSorted()).toEqual(loud.toSorted())
    })

    it('publishes invitations, answers to them, deleted messages, members who leave and its end, for their pushes', async () => {
      const { members, groups, messages, publishedEvents } = await setUpGroup(3)
      const [ann, ben, cas] = members.map((member) => ({ ...member, profileVersion: 0 }))
      if (!ann || !ben || !cas) throw new Error('The group has too few members')
      const at = new Date()
      const groupId = await groups.create({
        _id: newId(at),
        name: 'Hikers',
        clientGroupId: undefined,
        creator: ann,
        invitedIds: [ben._id, cas._id],
        noticeId: newId(at),
        at,
        newId,
      })
      const change = (by: typeof ann, wanted: GroupChange) =>
        groups.change({ groupId, by, change: wanted, at: new Date(), newId })
      await change(ben, { kind: 'accept' })
      await change(cas, { kind: 'remove', memberId: cas._id })
      const { message } = await messages.send(createNewMessage({}), ann, { conversationId: groupId })
      const eventId = newId(new Date())
      await groups.deleteMessage({ messageId: message._id, by: ann, at: new Date(), eventId })
      await change(ann, { kind: 'remove', memberId: ben._id })
      await change(ann, { kind: 'invite', memberIds: [cas._id] })
      await change(ann, { kind: 'remove', memberId: ann._id })
      expect((await publishedEvents()).filter(({ subject }) => subject === groupId)).toMatchObject([
        { type: 'group.members-invited', data: { groupName: 'Hikers', memberIds: [ben._id, cas._id] } },
        { type: 'group.messages-read', data: { readerId: ben._id, upToSeq: 0 } },
        { type: 'group.messages-read', data: { readerId: cas._id, upToSeq: 0 } },
        { type: 'group.message-sent', data: { messageId: message._id, recipientIds: [ben._id] } },
        { type: 'group.message-deleted', data: { messageId: message._id } },
        { type: 'group.messages-read', data: { readerId: ben._id, upToSeq: message.seq + 1 } },
        { type: 'group.members-invited', data: { memberIds: [cas._id] } },
        { type: 'group.messages-read', data: { readerId: ann._id } },
        { type: 'group.messages-read', data: { readerId: cas._id, upToSeq: 0 } },
      ])
    })

    it('is closed to others, and its messages to all calls that address pairs', async () => {
      const store = await setUpGroup()
      const { send, read, owner, reader, address, messages, reactions, threads, conversations, receipts } = store
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
      await expect(messages.hide(change)).rejects.toMatchObject(notFound)
      for (const isStarred of [true, false]) {
        const star = { messageId: message._id, memberId: owner._id, isStarred, at: new Date() }
        await expect(messages.storeStar(star)).rejects.toMatchObject(notFound)
      }
      expect(await store.readMessageTexts(message._id, owner)).toBeUndefined() // for versions and to forward it
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
