import { randomUUID } from 'node:crypto'
import { expect, it, jest } from '@jest/globals'
import { MAX_COUNTED_REQUESTS, MAX_REQUEST_MESSAGES } from '@meadow/contracts/limits'
import { decideFirstContact } from '@meadow/members'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import fc from 'fast-check'
import { createNewMessage, getPropertyRuns, openableStores } from './chat-test-stores.ts'

jest.setTimeout(180_000) // many conversations, perhaps on a busy machine

const NEWEST = { limit: 9, after: undefined, skip: 0 }
const ALL = { q: '', unread: false, among: undefined }

it.each([
  ['mutuals', true, [false, false], 'request'],
  ['mutuals', true, [true, false], 'request'],
  ['mutuals', true, [false, true], 'request'],
  ['mutuals', true, [true, true], 'conversation'],
  ['mutuals', false, [true, false], 'none'],
  ['mutuals', false, [true, true], 'conversation'],
  ['following', true, [true, false], 'request'],
  ['following', true, [false, true], 'conversation'],
  ['following', false, [true, false], 'none'],
  ['everyone', false, [false, false], 'conversation'],
] as const)('messages from %s, requests %s, follows %j: %s', (messagesFrom, allowRequests, follows, first) => {
  const [isFollowing, isFollowedBack] = follows
  expect(decideFirstContact({ messagesFrom, allowRequests }, { isFollowing, isFollowedBack })).toBe(first)
})

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  /** Creates a member, `mara`, and a stranger, `sam`, with a third member, and what they do. */
  async function setUp() {
    const { ports, publishedEvents, readUnreadCounts } = await opened()
    const [sam, mara, third] = [createTestMember(), createTestMember(), createTestMember()]
    for (const member of [sam, mara, third])
      await ports.members.applyProfile({ ...member, isVerified: false, profileVersion: 1 })
    let version = 0
    const edge = (from: TestMember, to: TestMember, active = true) => {
      return { from: from._id, to: to._id, active, version: ++version, at: new Date() }
    }
    const follow = (from: TestMember, to: TestMember, active = true) => ports.members.setFollow(edge(from, to, active))
    const choose = (contactPrivacy: object) =>
      ports.members.applyPrivacy({ _id: mara._id, isPrivate: false, contactPrivacy, privacyVersion: ++version })
    const send = (from: TestMember, to: TestMember, fields: object = {}) =>
      ports.messages.send(
        createNewMessage({ mayRequest: true, ...fields }),
        { ...from, profileVersion: 1 },
        { otherId: to._id },
      )
    const listRequests = async (viewer: TestMember) =>
      (await ports.conversations.list(viewer, NEWEST, { ...ALL, isRequest: true })).map(
        ({ conversation }) => conversation,
      )
    const listInbox = async (viewer: TestMember) =>
      (await ports.conversations.list(viewer, NEWEST, ALL)).map(({ conversation }) => conversation)
    const read = (reader: TestMember, other: TestMember) =>
      ports.receipts.markRead({
        target: { otherId: other._id },
        reader,
        at: new Date(),
        eventId: randomUUID(),
        isOpen: async () => true,
      })
    const unreadOf = async ({ _id }: TestMember) => (await ports.receipts.readUnreadTotal(_id)).messages
    const pair = { recipientId: mara._id, senderId: sam._id }
    const openIfAllowed = () =>
      ports.consumerStore.transaction(({ requestOpener }) => requestOpener.openIfAllowed(sam._id, mara._id))
    const sentEvents = async () =>
      (await publishedEvents()).filter(
        ({ type, data }) => type === 'message.sent' && JSON.stringify(data).includes(sam._id),
      )
    const toChange = (messageId: string, by: TestMember) => {
      return { messageId, by: { ...by, profileVersion: 0 }, at: new Date(), eventId: randomUUID() }
    }
    const actions = {
      edge,
      follow,
      choose,
      send,
      listRequests,
      listInbox,
      read,
      unreadOf,
      openIfAllowed,
      sentEvents,
      toChange,
    }
    return { ...ports, ...actions, readUnreadCounts, sam, mara, third, pair }
  }

  it('a first message of a stranger is a request: in its own list, counted nowhere, without a push', async () => {
    const { sam, mara, third, send, listRequests, listInbox, unreadOf, sentEvents, conversations } = await setUp()
    expect(await conversations.find(mara._id, sam)).toMatchObject({
      canSend: true,
      request: 'sent',
      hasPresence: false,
    })
    const { recipients } = await send(sam, mara, { content: 'Hello Mara' })
    expect(recipients).toMatchObject([{ _id: mara._id, isRequest: true, unread: { messages: 0 } }])
    expect(await listRequests(mara)).toMatchObject([
      { _id: sam._id, request: 'received', unreadCount: 0, hasPresence: false, lastMessage: { content: 'Hello Mara' } },
    ])
    expect(await conversations.countRequests(mara)).toBe(1)
    expect([await listInbox(mara), await unreadOf(mara)]).toEqual([[], 0])
    expect(await listInbox(sam)).toMatchObject([{ _id: mara._id, request: 'sent', hasPresence: false }])
    expect([await listRequests(sam), await listRequests(third), await listInbox(third)]).toEqual([[], [], []])
    expect(await conversations.isOpen(mara._id, sam)).toBe(false)
    expect(await conversations.isBegun(mara._id, sam)).toBe(true)
    expect(await conversations.listPartnerIds(mara)).toEqual([])
    expect(await conversations.listChanged(mara, { after: 0 }, 9)).toEqual([])
    expect(await sentEvents()).toMatchObject([{ data: { isMuted: true } }])
  })

  it('neither a read nor a delivery nor a reaction of the recipient is noticed', async () => {
    const { sam, mara, send, read, receipts, reactions, toChange, conversations } = await setUp()
    const { message } = await send(sam, mara)
    expect(await read(mara, sam)).toMatchObject({ isChanged: false, unreadCount: 0 })
    expect(await receipts.markDelivered(mara, { otherId: sam._id }, 1)).toBeUndefined()
    await expect(reactions.set({ ...toChange(message._id, mara), emoji: '👍', isSet: true })).rejects.toMatchObject({
      code: 'not_mutual',
    })
    expect(await conversations.find(mara._id, sam)).toMatchObject({ rev: 1, readUpTo: 0, deliveredUpTo: 0 })
  })

  it('is found by its sender, not by the recipient', async () => {
    const { sam, mara, send, search } = await setUp()
    await send(sam, mara, { content: 'zebra crossing' })
    const find = { required: ['zebra'], excluded: [], senderId: undefined, before: undefined, since: undefined }
    const window = { after: undefined, limit: 9 }
    const query = { ...find, has: undefined }
    expect(await search.searchInbox(sam, query, window)).toHaveLength(1)
    expect(await search.searchInbox(mara, query, window)).toEqual([])
  })

  it('is text, at most a few messages, and needs a permit', async () => {
    const { sam, mara, send, listRequests } = await setUp()
    await expect(send(sam, mara, { mayRequest: false })).rejects.toMatchObject({ code: 'not_mutual' })
    await expect(send(sam, mara, { messageType: 'voice' })).rejects.toMatchObject({ code: 'request_text_only' })
    expect(await listRequests(mara)).toEqual([])
    for (let count = 0; count < MAX_REQUEST_MESSAGES; count += 1) await send(sam, mara, { mayRequest: count === 0 })
    await expect(send(sam, mara, { messageType: 'image' })).rejects.toMatchObject({ code: 'request_text_only' })
    await expect(send(sam, mara)).rejects.toMatchObject({ code: 'request_unanswered' })
    await send(mara, sam)
    expect((await send(sam, mara)).message.seq).toBe(MAX_REQUEST_MESSAGES + 2)
  })

  it('an answer accepts it, and has read it', async () => {
    const { sam, mara, send, listRequests, listInbox, unreadOf, conversations, messages, toChange } = await setUp()
    const { message } = await send(sam, mara)
    await send(sam, mara)
    expect(await send(mara, sam)).toMatchObject({ endsRequest: true, recipients: [{ unread: { messages: 1 } }] })
    expect(await listRequests(mara)).toEqual([])
    const [inMara] = await listInbox(mara)
    expect(inMara).toMatchObject({ _id: sam._id, unreadCount: 0, hasPresence: true })
    expect(inMara).not.toHaveProperty('request')
    expect(await conversations.find(mara._id, sam)).toMatchObject({ readUpTo: 2, deliveredUpTo: 2 })
    expect(await send(sam, mara)).toMatchObject({ recipients: [{ _id: mara._id, unread: { messages: 1 } }] })
    await messages.delete(toChange(message._id, sam))
    expect(await unreadOf(mara)).toBe(1)
  })

  it('accepting makes it a conversation like any other, once', async () => {
    const { sam, mara, third, send, pair, messageRequests, listInbox, listRequests, unreadOf, conversations } =
      await setUp()
    await expect(messageRequests.accept(pair)).rejects.toMatchObject({ code: 'not_found' })
    await expect(messageRequests.decline(pair)).rejects.toMatchObject({ code: 'not_found' })
    await send(sam, mara)
    const others = [
      { recipientId: sam._id, senderId: mara._id },
      { recipientId: third._id, senderId: mara._id },
    ] as const
    expect(await messageRequests.accept(others[0])).toBeUndefined()
    await expect(messageRequests.accept(others[1])).rejects.toMatchObject({ code: 'not_found' })
    expect(await messageRequests.accept(pair)).toBeDefined()
    expect(await messageRequests.accept(pair)).toBeUndefined()
    expect(await messageRequests.decline(pair)).toBe(false)
    expect(await listRequests(mara)).toEqual([])
    expect(await listInbox(mara)).toMatchObject([{ _id: sam._id, unreadCount: 0 }])
    expect(await conversations.isOpen(sam._id, mara)).toBe(true)
    expect((await conversations.listChanged(mara, { after: 0 }, 9)).map(({ userId }) => userId)).toEqual([sam._id])
    await send(sam, mara)
    expect(await unreadOf(mara)).toBe(1)
  })

  it('a declined one stays silent, and its sender sees what they saw before', async () => {
    const { sam, mara, send, pair, messageRequests, listInbox, listRequests, conversations, unreadOf } = await setUp()
    await send(sam, mara)
    const before = await conversations.find(mara._id, sam)
    expect(await messageRequests.decline(pair)).toBe(true)
    expect(await messageRequests.decline(pair)).toBe(false)
    expect(await conversations.find(mara._id, sam)).toEqual(before)
    expect(await send(sam, mara)).toMatchObject({ recipients: [{ isRequest: true }] })
    expect([await listRequests(mara), await listInbox(mara), await unreadOf(mara)]).toEqual([[], [], 0])
    expect(await conversations.find(sam._id, mara)).toMatchObject({ request: 'received', canSend: true })
    expect(await send(mara, sam)).toMatchObject({ endsRequest: true })
    expect(await listInbox(mara)).toHaveLength(1)
  })

  it('a follow opens it with its unread messages, and an unfollow closes nothing', async () => {
    const { sam, mara, send, follow, openIfAllowed, listInbox, listRequests, unreadOf, readUnreadCounts } =
      await setUp()
    const { message } = await send(sam, mara)
    await send(sam, mara)
    await follow(sam, mara)
    expect(await openIfAllowed()).toBeUndefined()
    await follow(mara, sam)
    expect(await openIfAllowed()).toMatchObject({ recipientId: mara._id, senderId: sam._id })
    expect(await openIfAllowed()).toBeUndefined()
    expect(await listInbox(mara)).toMatchObject([{ _id: sam._id, unreadCount: 2 }])
    expect([await listRequests(mara), await unreadOf(mara)]).toEqual([[], 2])
    expect(await readUnreadCounts(mara, sam)).toEqual({ unread: 2, counted: 2 })
    await follow(mara, sam, false)
    expect(await send(sam, mara)).not.toMatchObject({ recipients: [{ isRequest: true }] })
    expect(message.seq).toBe(1)
  })

  it('a deleted message of a request changes no count', async () => {
    const { sam, mara, send, messages, toChange, unreadOf, pair, messageRequests, openIfAllowed, follow } =
      await setUp()
    const { message } = await send(sam, mara)
    await send(sam, mara)
    await messages.delete(toChange(message._id, sam))
    expect(await unreadOf(mara)).toBe(0)
    await follow(sam, mara)
    await follow(mara, sam)
    await openIfAllowed()
    expect(await unreadOf(mara)).toBe(1)
    expect(await messageRequests.accept(pair)).toBeUndefined()
  })

  it('counts requests up to a bound, without those of members who are not visible', async () => {
    const { mara, send, edge, members, conversations } = await setUp()
    const strangers = Array.from({ length: MAX_COUNTED_REQUESTS + 2 }, () => createTestMember())
    for (const stranger of strangers) {
      await members.applyProfile({ ...stranger, isVerified: false, profileVersion: 1 })
      await send(stranger, mara)
    }
    expect(await conversations.countRequests(mara)).toBe(MAX_COUNTED_REQUESTS)
    for (const stranger of strangers.slice(3)) await members.setBlock(edge(mara, stranger))
    expect(await conversations.countRequests(mara)).toBe(3)
  })

  it('one that its recipient deletes for themselves changes no count, also if the request opens', async () => {
    const { sam, mara, send, messages, toChange, unreadOf, openIfAllowed, follow, readUnreadCounts } = await setUp()
    const { message } = await send(sam, mara)
    await send(sam, mara)
    expect(await messages.hide(toChange(message._id, mara))).toMatchObject({ isChanged: true })
    expect(await unreadOf(mara)).toBe(0)
    await follow(sam, mara)
    await follow(mara, sam)
    await openIfAllowed()
    expect(await unreadOf(mara)).toBe(1)
    expect(await readUnreadCounts(mara, sam)).toMatchObject({ unread: 1 })
  })

  it('a block hides it, and whoever has turned requests off gets none', async () => {
    const { sam, mara, third, send, edge, members, choose, listRequests, conversations, pair, messageRequests } =
      await setUp()
    await send(sam, mara)
    await members.setBlock(edge(mara, sam))
    expect([await listRequests(mara), await conversations.countRequests(mara)]).toEqual([[], 0])
    await expect(messageRequests.accept(pair)).rejects.toMatchObject({ code: 'member_not_found' })
    await expect(send(sam, mara)).rejects.toMatchObject({ code: 'not_mutual' })
    await choose({ allowRequests: false })
    expect(await conversations.find(mara._id, third)).toMatchObject({ canSend: false })
    await expect(send(third, mara)).rejects.toMatchObject({ code: 'not_mutual' })
    await choose({ allowRequests: true })
    expect(await send(third, mara)).toMatchObject({ recipients: [{ isRequest: true }] })
  })

  it('two who write to each other at the same time have one conversation', async () => {
    const { sam, mara, send, listInbox } = await setUp()
    await Promise.all([send(sam, mara), send(mara, sam)])
    expect([await listInbox(sam), await listInbox(mara)]).toMatchObject([[{ _id: mara._id }], [{ _id: sam._id }]])
    const [one] = await listInbox(sam)
    expect(one).not.toHaveProperty('request')
  })

  it('a message and a decline at the same time leave a declined request', async () => {
    const { sam, mara, send, pair, messageRequests, listRequests, listInbox } = await setUp()
    await send(sam, mara)
    await Promise.all([send(sam, mara), messageRequests.decline(pair)])
    expect([await listRequests(mara), await listInbox(mara)]).toEqual([[], []])
  })

  const STEPS = [
    'asks',
    'asks',
    'answers',
    'accepts',
    'declines',
    'reads',
    'deletes',
    'hides',
    'follows',
    'is followed',
  ] as const

  it('any actions of both, two at a time, keep one list and right counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 10 }), async (steps) => {
        const context = await setUp()
        const { sam, mara, pair, send, read, follow, openIfAllowed, messageRequests, messages, toChange } = context
        const { listRequests, listInbox, unreadOf, readUnreadCounts, conversations } = context
        const ids: string[] = []
        const ignoreRefusal = ({ code }: { code?: string }) => expect(code).toEqual(expect.stringMatching(/\w/))
        const acts: Record<(typeof STEPS)[number], () => Promise<unknown>> = {
          asks: async () => ids.push((await send(sam, mara)).message._id),
          answers: () => send(mara, sam),
          accepts: () => messageRequests.accept(pair),
          declines: () => messageRequests.decline(pair),
          reads: () => read(mara, sam),
          deletes: async () => ids[0] && messages.delete(toChange(ids[0], sam)),
          hides: async () => ids[0] && messages.hide(toChange(ids[0], mara)),
          follows: () => follow(sam, mara).then(openIfAllowed),
          'is followed': () => follow(mara, sam).then(openIfAllowed),
        }
        for (let index = 0; index < steps.length; index += 2)
          await Promise.all(steps.slice(index, index + 2).map((step) => acts[step]().catch(ignoreRefusal)))
        const [inbox, requests] = [await listInbox(mara), await listRequests(mara)]
        expect(inbox.length + requests.length).toBeLessThanOrEqual(1)
        expect(await unreadOf(mara)).toBe(inbox[0]?.unreadCount ?? 0)
        const counts = await readUnreadCounts(mara, sam)
        if (inbox[0] && !inbox[0].request) expect(counts?.unread).toBe(counts?.counted)
        else expect(await unreadOf(mara)).toBe(0)
        const [seen] = await listInbox(sam)
        const { request: seenRequest } = await conversations.find(mara._id, sam)
        if (seen && inbox.length === 0) expect(seenRequest).toBe('sent') // also after a decline
      }),
      { numRuns: getPropertyRuns(25) },
    )
  })
})
