import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { MESSAGE_CONTENTS } from '@meadow/contracts/parse-search'
import { alice, bob, carol, describeOnEachEngine, type TestMember } from '@meadow/testing'
import { onSharedMongo, openTestMongo, recordQueryPlans } from '@meadow/testing/mongo'
import { chatCollections } from '../src/collections.ts'
import type { NewMessage } from '../src/conversations/write/new-message.ts'
import { createMongoChatPorts } from '../src/store.ts'
import { createNewMessage } from './chat-test-stores.ts'

/** The index that each query must use. An update or delete is planned like a find. */
const EXPECTED: Record<string, Record<string, string>> = {
  blocks: {
    'find { _id }': '_id_',
    'find { from, to, active }': 'between',
  },
  conversation_members: {
    'find { _id }': '_id_',
    'find { _id, request } sort { movedAt, conversationId }': '_id_',
    'find { member, other, archivedSeq, request }': 'archived',
    'find { member, moves, other, request } sort { moves }': 'by_moves',
    'find { member, mutedUntil }': 'muted',
    'find { member, other, request, movedAt } sort { movedAt, conversationId }': 'newest',
    'find { member, pinnedAt }': 'pinned',
    'find { member, request }': 'newest',
    'find { member, request } sort { movedAt, conversationId }': 'newest',
    'find { member, request, archivedSeq } sort { movedAt, conversationId }': 'archived',
    'find { member, request, isUnread, unread } sort { movedAt, conversationId }': 'marked_unread',
    'find { member, request, movedAt, $or } sort { movedAt, conversationId }': 'newest',
    'find { member, request, pinnedAt } sort { movedAt, conversationId }': 'pinned',
    'find { member, request, unread } sort { movedAt, conversationId }': 'unread',
    'update { _id }': '_id_',
  },
  conversations: {
    'find { _id }': '_id_',
    'find { pair }': 'of_two',
    'update { _id }': '_id_',
  },
  follows: {
    'count { to, active }': 'of',
    'find { _id }': '_id_',
    'find { _id, active }': '_id_',
    'find { from, active }': 'newest',
    'find { to, from, active }': 'of',
  },
  media_to_remove: {
    'delete { _id }': '_id_',
    'find { dueAt } sort { dueAt }': 'by_due_at',
    'update { _id }': '_id_',
  },
  members: {
    'find { _id }': '_id_',
  },
  message_edits: {
    'delete { messageId }': 'of_message',
    'find { messageId } sort { editedAt }': 'of_message',
  },
  messages: {
    'count { conversationId, hidden.member, hidden }': 'hidden_by_rev',
    'count { conversationId, seq, senderId, deletedAt, messageType, hidden.member }': 'by_place',
    'count { threadId, seq, senderId, deletedAt, hidden.member, expiresAt }': 'in_thread',
    'find { _id }': '_id_',
    'find { _id, conversationId }': '_id_',
    'find { conversationId, createdAt } sort { createdAt, seq }': 'by_time',
    'find { conversationId, rev } sort { rev }': 'by_rev',
    'find { conversationId, seq } sort { seq }': 'by_place',
    'find { conversationId, seq, deletedAt, messageType, hidden.member, expiresAt } sort { seq }': 'by_place',
    'find { conversationId, seq, deletedAt, messageType, hidden.member, expiresAt, $expr } sort { seq }': 'by_place',
    'find { conversationId, seq, deletedAt, messageType, hidden.member, expiresAt, grams, $expr } sort { seq }':
      'found_by',
    'find { conversationId, seq, hidden.member, expiresAt } sort { seq }': 'by_place',
    'find { conversationId, seq, deletedAt, messageType, hidden.member, expiresAt, stars.member } sort { seq }':
      'starred_by',
    'find { conversationId, seq, deletedAt, messageType, hidden.member, expiresAt, facets.url } sort { seq }':
      'with_link',
    'update { _id, deletedAt, messageType, seq, hidden.member, expiresAt, stars.member }': '_id_',
    'find { conversationId, threadLastSeq } sort { threadLastSeq }': 'with_thread',
    'find { expiryDueAt } sort { expiryDueAt }': 'by_expiry_due_at',
    'find { replyTo }': 'replying',
    'find { senderId, clientMessageId }': 'by_client_id',
    'find { threadId } sort { seq }': 'in_thread',
    'find { threadId, deletedAt } sort { seq }': 'in_thread',
    'find { threadId, seq } sort { seq }': 'in_thread',
    'update { _id }': '_id_',
  },
  mutes: { 'find { to, from, active }': 'by_target' },
  privacy_exceptions: { 'find { from, to, active }': 'by_member' },
  secrets: {
    'find { _id }': '_id_',
    'update { _id }': '_id_',
  },
  thread_markers: {
    'find { _id }': '_id_',
    'update { _id }': '_id_',
  },
  video_tasks: {
    'delete { _id }': '_id_',
    'update { _id }': '_id_',
    'update { dueAt }': 'by_due_at',
  },
  voice_tasks: {
    'delete { _id }': '_id_',
    'update { dueAt }': 'by_due_at',
  },
  unread_totals: {
    'find { _id }': '_id_',
    'lookup { _id }': '_id_',
    'update { _id }': '_id_',
  },
}

/** The queries that MongoDB sorts in memory: over the few conversations that the caller names. */
const SORTED_IN_MEMORY = ['conversation_members find { _id, request } sort { movedAt, conversationId }']

const now = () => new Date()
const actorOf = (member: TestMember) => ({ ...member, profileVersion: 0 })

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, ...chatCollections)), (open) => {
  it('uses an index for every query', async () => {
    await using database = await open()
    const { mongo } = database
    const ports = createMongoChatPorts(mongo)
    const { conversations, messages, history, reactions, threads, search, receipts } = ports
    for (const member of [alice, bob, carol])
      await ports.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
    const edge = { version: 1, active: true, at: now() }
    await ports.members.setFollow({ ...edge, from: alice._id, to: bob._id })
    await ports.members.setFollow({ ...edge, from: bob._id, to: alice._id })

    const explained = recordQueryPlans(mongo)
    const send = async (fields: Partial<NewMessage> = {}) => {
      const message = createNewMessage({ clientMessageId: randomUUID(), ...fields })
      return (await messages.send(message, actorOf(alice), { otherId: bob._id })).message
    }
    const random = 'a'.repeat(32)
    const picture = { _id: randomUUID(), random, width: 3, height: 2, placeholder: '', narrower: [] }
    await ports.scheduleMediaRemovals([`c/aa/${random}.webp`], now())
    const [first, second] = [await send(), await send({ pictures: [picture], messageType: 'image' })]
    const voice = { random, format: 'm4a' as const, status: 'processing' as const, durationMs: 1, peaks: [] }
    await ports.scheduleMediaRemovals([`c/aa/${random}.m4a`], now())
    const spoken = await send({ voice, messageType: 'voice' })
    await ports.voiceTasks.claim(now(), now())
    const completion = { messageId: spoken._id, by: actorOf(alice), at: now(), eventId: randomUUID() }
    await messages.completeVoice({ ...completion, outcome: 'failed' })
    await ports.voiceTasks.drop(spoken._id)
    await messages.storeVoicePlay({ ...completion, by: actorOf(bob), isHidden: false })
    const video = { random, format: 'mp4' as const, status: 'processing' as const, durationMs: 1, poster: null }
    await ports.scheduleMediaRemovals([`c/aa/${random}.mp4`], now())
    const filmed = await send({ video: { ...video, width: 3, height: 2 }, messageType: 'video' })
    await ports.videoTasks.claim(now(), now())
    await ports.videoTasks.extend(filmed._id, now())
    await messages.completeVideo({ ...completion, messageId: filmed._id, outcome: 'failed' })
    await ports.videoTasks.drop(filmed._id)
    for (const isStarred of [true, false])
      await messages.storeStar({ messageId: first._id, memberId: bob._id, isStarred, at: now() })
    const inThread = await send({ replyTo: first._id, threadId: first._id })
    const { _id: messageId } = first
    await messages.edit({
      messageId,
      content: 'Helo',
      facets: [],
      by: actorOf(alice),
      at: now(),
      eventId: randomUUID(),
    })
    await reactions.set({ messageId, emoji: '👍', isSet: true, by: actorOf(bob), at: now(), eventId: randomUUID() })

    for (const window of [{ before: undefined }, { before: second._id }, { before: Date.now() }])
      await history.list(alice._id, bob, { limit: 5, around: undefined, ...window })
    await history.listChanges(alice._id, bob, 1)
    await ports.expiry.listExpired(now(), 5)
    await history.list(alice._id, bob, { limit: 5, before: undefined, around: Date.now() })
    const [any, limit] = [undefined, 5]
    const wholeConversation = { from: any, has: any, start: any, end: any, before: any, limit }
    for (const text of ['', 'he', 'hi!', 'hi'])
      await search.search(alice._id, bob, { ...wholeConversation, text, start: 1 })
    for (const has of MESSAGE_CONTENTS) await search.search(alice._id, bob, { ...wholeConversation, text: '', has })
    await threads.readPage(first._id, bob, { limit: 5, before: undefined })
    await threads.list(alice._id, bob, { limit: 5, beforeSeq: undefined })
    await threads.markRead(first._id, bob)
    await receipts.markRead({
      target: { messageId },
      reader: bob,
      at: now(),
      eventId: randomUUID(),
      isOpen: async () => true,
    })
    await receipts.markDelivered(bob, { otherId: alice._id }, 3)
    await receipts.readUnreadTotal(bob._id)

    const window = { limit: 5, after: undefined, skip: 0 }
    const all = { q: '', unread: false, among: undefined }
    await conversations.list(bob, window, all)
    await conversations.list(bob, { ...window, after: { _id: first.conversationId, createdAt: now() } }, all)
    await conversations.list(bob, window, { ...all, unread: true })
    await conversations.list(bob, window, { ...all, among: [alice._id] })
    const change = { mutedUntil: new Date(Date.now() + 60_000), pinned: true, isUnread: true }
    await ports.conversationMarks({ memberId: bob._id, otherId: alice._id, change, at: now() })
    await receipts.readUnreadTotal(bob._id)
    await conversations.list(bob, window, { ...all, isPinned: true })
    await conversations.list(bob, window, { ...all, isMarkedUnread: true })
    await conversations.list(bob, window, { ...all, isArchived: true })
    await conversations.countArchived(bob)
    await conversations.find(alice._id, bob)
    await conversations.find(alice._id, carol)
    await conversations.isOpen(alice._id, bob)
    await conversations.listPartnerIds(bob)
    await conversations.readChangeSeq(bob)
    for (const moves of [{ after: 0 }, { upTo: 5 }]) await conversations.listChanged(bob, moves, 5)
    await ports.mutualFollowers.list(bob, { q: 'a', after: undefined, limit: 5 })
    await ports.members.findPrivacyExceptions([alice._id, bob._id])
    await ports.presenceAudience.findPresenceAudience([alice._id, bob._id], new Date(0))
    await ports.relationships.findFollowersAmong([alice._id], [bob._id], 5_000)

    await messages.hide({ messageId: inThread._id, by: actorOf(bob), at: now(), eventId: randomUUID() })
    await history.listChanges(alice._id, bob, 1)
    await conversations.find(alice._id, bob) // whose last message is hidden
    for (const { _id: messageId } of [second, inThread]) {
      await messages.delete({ messageId, by: actorOf(alice), at: now(), eventId: randomUUID() })
    }
    await ports.mediaRemovalQueue.removeDue(now(), async () => {})
    await ports.readPictureSecret()

    const { plans, isStrict } = await explained()
    const expected = Object.entries(EXPECTED).flatMap(([name, questions]) =>
      Object.entries(questions).map(([question, index]) => [`${name} ${question}`, index]),
    )
    const sorted = isStrict ? SORTED_IN_MEMORY.map((query) => [query, '_id_, sorted in memory']) : []
    expect(plans).toEqual(Object.fromEntries([...expected, ...sorted]))
  })
})
