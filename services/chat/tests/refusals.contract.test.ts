import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { MAX_REACTIONS_PER_MEMBER } from '@meadow/contracts/limits'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import type { ReadTarget } from '../src/receipts/receipt-repository.ts'
import { addMutualFollowers, createNewMessage, openableStores } from './chat-test-stores.ts'

describeOnEachEngine(await openableStores(), (open) => {
  const opened = shareAcrossTests(open)

  /** Creates two mutual followers with a message of `ann` to `ben`, a group of `ann`, and actions of members. */
  async function setUp() {
    const { ports, addGroup, publishedEvents } = await opened()
    const { messages, receipts, reactions, members } = ports
    const [ann, ben] = await addMutualFollowers(ports)
    const stranger = createTestMember()
    await members.applyProfile({ ...stranger, isVerified: false, profileVersion: 1 })
    const groupId = await addGroup([ann, createTestMember()])
    const toChange = (messageId: string, by: TestMember) => {
      return { messageId, by: { ...by, profileVersion: 0 }, at: new Date(), eventId: randomUUID() }
    }
    const sendTo = (address: Parameters<typeof messages.send>[2], fields: object = {}, by = ann) =>
      messages.send(createNewMessage(fields), { ...by, profileVersion: 0 }, address)
    const send = (fields: object = {}, by = ann, to = by === ann ? ben : ann) => sendTo({ otherId: to._id }, fields, by)
    const { message } = await send({ clientMessageId: ann._id, content: 'Hello' })
    const { _id: messageId, conversationId } = message
    const block = () => members.setBlock({ version: 1, active: true, at: new Date(), from: ben._id, to: ann._id })
    const deactivate = ({ _id }: TestMember) => members.applyAccount({ _id, state: 'deactivated', accountVersion: 9 })
    const read = (target: ReadTarget, { _id }: TestMember = ben) =>
      receipts.markRead({
        target,
        reader: { _id },
        at: new Date(),
        eventId: randomUUID(),
        isOpen: (otherId) => ports.conversations.isOpen(otherId, { _id }),
      })
    const edit = (id = messageId, by = ann, content = 'Other') =>
      messages.edit({ ...toChange(id, by), content, facets: [] })
    const remove = (id = messageId, by = ann) => messages.delete(toChange(id, by))
    const react = (emoji = '👍', by = ben, isSet = true) => reactions.set({ ...toChange(messageId, by), emoji, isSet })
    /** Returns all that a refused write must leave as it is. */
    const readState = async () => ({
      conversation: await ports.conversations.find(ben._id, ann).catch(({ code }) => code),
      totals: await Promise.all([ann, ben, stranger].map(({ _id }) => receipts.readUnreadTotal(_id))),
      events: (await publishedEvents()).filter(({ data }) => JSON.stringify(data).includes(ann._id)).length,
    })
    const actions = { block, deactivate, sendTo, send, read, edit, remove, react, readState }
    return { ...actions, ...ports, ann, ben, stranger, groupId, messageId, conversationId }
  }
  type SetUp = Awaited<ReturnType<typeof setUp>>

  /** The refused write, the code, and what happens before. */
  type Refusal = [title: string, code: string, write: (by: SetUp) => Promise<unknown>, before?: (by: SetUp) => unknown]

  const SENDS: Refusal[] = [
    ['to a stranger', 'not_mutual', ({ send, ann, stranger }) => send({}, ann, stranger)],
    ['to an unknown member', 'member_not_found', ({ sendTo }) => sendTo({ otherId: UNKNOWN_ID })],
    ['to a member who has blocked the sender', 'not_mutual', ({ send }) => send(), ({ block }) => block()],
    ['to a member whom the sender has blocked', 'not_mutual', ({ send, ben }) => send({}, ben), ({ block }) => block()],
    [
      'to a stranger across a block',
      'not_mutual',
      ({ send, ann, stranger }) => send({}, ann, stranger),
      ({ members, ann, stranger }) =>
        members.setBlock({ version: 1, active: true, at: new Date(), from: stranger._id, to: ann._id }),
    ],
    ['to a deactivated member', 'not_mutual', ({ send }) => send(), ({ deactivate, ben }) => deactivate(ben)],
    ['to a group of others', 'not_found', ({ sendTo, groupId, ben }) => sendTo({ conversationId: groupId }, {}, ben)],
    ['to an unknown conversation', 'not_found', ({ sendTo }) => sendTo({ conversationId: UNKNOWN_ID })],
    ['to the id of a direct conversation', 'not_found', ({ sendTo, conversationId }) => sendTo({ conversationId })],
    ['in reply to an unknown message', 'message_not_found', ({ send }) => send({ replyTo: UNKNOWN_ID })],
    [
      'in reply to a message of another conversation',
      'message_not_found',
      ({ sendTo, groupId, messageId }) => sendTo({ conversationId: groupId }, { replyTo: messageId }),
    ],
    [
      'in a thread of another conversation',
      'message_not_found',
      ({ sendTo, groupId, messageId }) => sendTo({ conversationId: groupId }, { threadId: messageId }),
    ],
    [
      'with the clientMessageId of another message',
      'key_reused',
      ({ send, ann }) => send({ clientMessageId: ann._id, fingerprint: 'other' }),
    ],
    [
      'with the clientMessageId of a message of another conversation',
      'key_reused',
      ({ sendTo, groupId, ann }) =>
        sendTo({ conversationId: groupId }, { clientMessageId: ann._id, fingerprint: 'other' }),
    ],
    [
      'with a picture whose file was removed',
      'upload_failed',
      ({ send }) => {
        const random = randomUUID().replaceAll('-', '')
        const picture = { _id: randomUUID(), random, width: 3, height: 2, placeholder: '', narrower: [] }
        return send({ pictures: [picture], messageType: 'image' })
      },
    ],
  ]

  const READS: Refusal[] = [
    ['of an unknown message', 'message_not_found', ({ read }) => read({ messageId: UNKNOWN_ID })],
    ['of a message of others', 'message_not_found', ({ read, messageId, stranger }) => read({ messageId }, stranger)],
    ['of a group of others', 'not_found', ({ read, groupId }) => read({ conversationId: groupId })],
    ['of the id of a direct conversation', 'not_found', ({ read, conversationId }) => read({ conversationId })],
    ['of messages of an unknown member', 'member_not_found', ({ read }) => read({ otherId: UNKNOWN_ID })],
    [
      'of a deactivated member without a conversation',
      'member_not_found',
      ({ read, stranger }) => read({ otherId: stranger._id }),
      ({ deactivate, stranger }) => deactivate(stranger),
    ],
  ]

  const EDITS: Refusal[] = [
    ['of an unknown message', 'message_not_found', ({ edit }) => edit(UNKNOWN_ID)],
    ['of a message of others', 'message_not_found', ({ edit, messageId, stranger }) => edit(messageId, stranger)],
    ['of a message of the other member', 'not_your_message', ({ edit, messageId, ben }) => edit(messageId, ben)],
    ['of a deleted message', 'message_not_found', ({ edit }) => edit(), ({ remove }) => remove()],
    ['across a block', 'not_mutual', ({ edit }) => edit(), ({ block }) => block()],
    ['to a deactivated member', 'not_mutual', ({ edit }) => edit(), ({ deactivate, ben }) => deactivate(ben)],
  ]

  const DELETIONS: Refusal[] = [
    ['of an unknown message', 'message_not_found', ({ remove }) => remove(UNKNOWN_ID)],
    ['of a message of others', 'message_not_found', ({ remove, messageId, stranger }) => remove(messageId, stranger)],
    ['of a message of the other member', 'not_your_message', ({ remove, messageId, ben }) => remove(messageId, ben)],
    [
      'of a deleted message of the other member',
      'message_not_found',
      ({ remove, messageId, ben }) => remove(messageId, ben),
      ({ remove }) => remove(),
    ],
  ]

  const REACTIONS: Refusal[] = [
    ['to a message of others', 'message_not_found', ({ react, stranger }) => react('👍', stranger)],
    ['to a deleted message', 'message_not_found', ({ react }) => react(), ({ remove }) => remove()],
    ['across a block', 'not_mutual', ({ react }) => react(), ({ block }) => block()],
    [
      'beyond the limit of a member',
      'reaction_limit_reached',
      ({ react }) => react(),
      async ({ react }) => {
        for (let count = 0; count < MAX_REACTIONS_PER_MEMBER; count += 1)
          await react(String.fromCodePoint(0x1f600 + count))
      },
    ],
  ]

  const REFUSALS = { message: SENDS, 'read mark': READS, edit: EDITS, deletion: DELETIONS, reaction: REACTIONS }
  for (const [kind, refusals] of Object.entries(REFUSALS)) {
    describe(`a ${kind} is refused, and changes nothing,`, () => {
      it.each(refusals)('%s: %s', async (...[_title, code, write, before]: Refusal) => {
        const context = await setUp()
        await before?.(context)
        const state = await context.readState()
        await expect(write(context)).rejects.toMatchObject({ code })
        expect(await context.readState()).toEqual(state)
      })
    })
  }

  it('removes reactions across a block, and moves no read mark, which the other would see afterwards', async () => {
    const { block, read, react, conversations, ann, ben, messageId } = await setUp()
    await react()
    await block()
    const unmoved = { isChanged: false, upToSeq: 0, unreadCount: 1, otherId: ann._id }
    expect(await read({ messageId })).toMatchObject(unmoved)
    expect(await read({ otherId: ann._id })).toMatchObject(unmoved)
    expect(await conversations.find(ben._id, ann)).toMatchObject({ readUpTo: 0 })
    expect(await react('👍', ben, false)).toMatchObject({ isChanged: true, message: { reactions: [] } })
  })

  it('shows a closed conversation to both members, and the block to the one who blocked alone', async () => {
    const { block, conversations, history, ann, ben, messageId } = await setUp()
    const [open] = await conversations.list(
      ann,
      { limit: 1, skip: 0, after: undefined },
      { q: '', unread: false, among: undefined },
    )
    expect(open?.conversation).toMatchObject({ canSend: true, isBlocked: false })
    await block()
    for (const [viewer, other, isBlocked] of [
      [ann, ben, false],
      [ben, ann, true],
    ] as const) {
      const closed = { _id: other._id, canSend: false, isBlocked, lastMessage: { _id: messageId } }
      expect(await conversations.find(other._id, viewer)).toMatchObject(closed)
      const page = await history.list(other._id, viewer, { limit: 9, before: undefined, around: undefined })
      expect(page.messages).toMatchObject([{ _id: messageId, content: 'Hello' }])
    }
  })

  it('moves no delivery mark for others than the members', async () => {
    const { receipts, stranger, ben, ann, groupId, conversationId } = await setUp()
    expect(await receipts.markDelivered(stranger, { otherId: ann._id }, 1)).toBeUndefined()
    expect(await receipts.markDelivered(ben, { conversationId: groupId }, 1)).toBeUndefined()
    expect(await receipts.markDelivered(ben, { conversationId }, 1)).toBeUndefined()
  })

  it('lets a sender whose account was deactivated since send in an existing conversation until their token expires', async () => {
    const { send, deactivate, ann } = await setUp()
    await deactivate(ann)
    expect(await send()).toMatchObject({ message: { seq: 2 } })
  })
})
