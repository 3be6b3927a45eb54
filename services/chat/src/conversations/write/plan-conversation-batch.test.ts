import { describe, expect, it } from '@jest/globals'
import { RequestPermitMissing } from '../../requests/message-request.ts'
import type {
  BatchConversation,
  BatchEntry,
  ConversationWrite,
  MessageContext,
  ReadContext,
} from './conversation-write.ts'
import type { NewMessage } from './new-message.ts'
import { planConversationBatch, planWithoutConversation } from './plan-conversation-batch.ts'

/** Returns an id that stands for a name. */
const toId = (name: string): string => `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`
const [annId, benId, meiId, eveId] = ['ann', 'ben', 'mei', 'eve'].map(toId) as [string, string, string, string]
const noon = new Date('2026-05-01T12:00:00.000Z')
const toParticipant = (_id: string) => ({
  _id,
  username: _id,
  fullName: _id,
  avatar: '',
  isVerified: false,
  follows: true,
})
const ann = { _id: annId, username: 'ann', fullName: 'Ann', avatar: '', profileVersion: 1 }
const conversation: BatchConversation = {
  _id: toId('pair'),
  seq: 6,
  rev: 8,
  movedAt: noon,
  otherId: benId,
  members: [
    { _id: annId, readUpTo: 5, deliveredUpTo: 5 },
    { _id: benId, readUpTo: 1, deliveredUpTo: 2 },
  ],
}

function createMessage(
  name: string,
  fields: Partial<NewMessage> = {},
  changes: Partial<MessageContext> & { conversation?: BatchConversation | undefined } = {},
): BatchEntry {
  const message: NewMessage = {
    _id: toId(name),
    clientMessageId: undefined,
    fingerprint: 'same',
    content: 'Hi',
    facets: [],
    messageType: 'text',
    pictures: [],
    replyTo: undefined,
    threadId: undefined,
    createdAt: noon,
    eventId: toId(`${name}!`),
    newConversationId: 'unused',
    ...fields,
  }
  const participants = { sender: toParticipant(annId), recipient: toParticipant(benId) }
  const { conversation: changed, ...context } = {
    conversation,
    isVisible: true,
    participants,
    original: undefined,
    ...changes,
  }
  return { kind: 'message', message, sender: ann, address: { otherId: benId }, conversation: changed, context }
}

const createDelivery = (memberId: string, upToSeq: number): BatchEntry => ({
  kind: 'delivery',
  memberId,
  address: { otherId: 'the other' },
  upToSeq,
  conversation,
})

const total = { messages: 9, changeSeq: 20 }

/** Creates a read of ben, who has five unread messages, or of another member. */
const createRead = (upToSeq: number | undefined, unreadAfter: number, memberId = benId): BatchEntry => ({
  kind: 'read',
  memberId,
  address: { otherId: 'the other' },
  upToSeq,
  at: noon,
  eventId: toId('event'),
  conversation: { ...conversation, otherId: memberId === benId ? annId : benId },
  context: { unreadCount: 5, unreadAfter, total } satisfies ReadContext,
})

/** Creates a read of ben that ann must not notice. */
const createHiddenRead = (upToSeq: number, unreadAfter: number): BatchEntry => ({
  ...(createRead(upToSeq, unreadAfter) as BatchEntry & { kind: 'read' }),
  isHidden: true,
})

const refused = (code: string) => ({ kind: 'refused', error: expect.objectContaining({ code }) })
const planOutcomes = (batch: BatchEntry[], referenced?: Parameters<typeof planConversationBatch>[1]) =>
  planConversationBatch(batch, referenced).outcomes

describe('the plan of messages', () => {
  it('numbers the messages of each conversation from its own state, in the order of the batch', () => {
    const other = { ...conversation, _id: toId('other'), seq: 0, rev: 0 }
    const batch = [createMessage('a'), createMessage('b', {}, { conversation: other }), createMessage('c')]
    expect(planOutcomes(batch)).toMatchObject([
      { kind: 'sent', planned: { stored: { conversationId: toId('pair'), seq: 7, rev: 9 } } },
      { kind: 'sent', planned: { stored: { conversationId: toId('other'), seq: 1, rev: 1 } } },
      { kind: 'sent', planned: { stored: { conversationId: toId('pair'), seq: 8, rev: 10 } } },
    ])
  })

  it('goes to all members but the sender, whose view has the lowest of their marks', () => {
    const others = [
      { _id: meiId, readUpTo: 4, deliveredUpTo: 4 },
      { _id: eveId, readUpTo: 0, deliveredUpTo: 2 },
    ]
    const group = { ...conversation, otherId: null, members: [...conversation.members, ...others] }
    const participants = { sender: toParticipant(annId), recipient: null }
    expect(planOutcomes([createMessage('a', {}, { conversation: group, participants })])).toMatchObject([
      {
        kind: 'sent',
        planned: {
          recipientIds: [benId, meiId, eveId],
          stored: { seq: 7, recipient: null, readUpTo: 0, deliveredUpTo: 2 },
        },
      },
    ])
  })

  it('never lets the time of a conversation go back', () => {
    const later = new Date(noon.getTime() + 5)
    const batch = [createMessage('a', { createdAt: later }), createMessage('b', { createdAt: new Date(0) })]
    const planned = { stored: { createdAt: later } }
    expect(planOutcomes(batch)).toMatchObject([{ planned }, { planned }])
  })

  it('refuses a message that breaks a rule alone, without a gap in the numbers', () => {
    const batch = [
      createMessage('a', {}, { isVisible: false }),
      createMessage('b', { replyTo: 'gone' }),
      createMessage('c', { clientMessageId: 'k' }, { original: { _id: 'first', fingerprint: 'other' } }),
      createMessage('d', {}, { participants: undefined }),
      createMessage('e'),
    ]
    const plan = planConversationBatch(batch)
    expect(plan.outcomes).toMatchObject([
      refused('not_mutual'),
      refused('message_not_found'),
      refused('key_reused'),
      refused('member_not_found'),
      { kind: 'sent', planned: { stored: { seq: 7 } } },
    ])
    expect(plan.changed).toMatchObject([{ seq: 7, rev: 9 }])
    expect(plan.events).toHaveLength(1)
  })

  it('answers a repeat with the first message, also with one of the same batch', () => {
    const batch = [
      createMessage('a', { clientMessageId: 'k' }),
      createMessage('b', { clientMessageId: 'k' }),
      createMessage('c', { clientMessageId: 'k', fingerprint: 'other' }),
      createMessage('d', { clientMessageId: 'l' }, { original: { _id: 'stored', fingerprint: 'same' } }),
    ]
    expect(planOutcomes(batch)).toMatchObject([
      { kind: 'sent' },
      { kind: 'repeated', messageId: toId('a') },
      refused('key_reused'),
      { kind: 'repeated', messageId: 'stored' },
    ])
  })

  it('resolves threads within the conversation only', () => {
    const toQuote = (_id: string) => ({
      _id,
      content: '',
      messageType: 'text' as const,
      pictureCount: 0,
      senderId: benId,
      createdAt: noon,
      deletedAt: null,
    })
    const root = { _id: toId('root'), threadId: null, conversationId: toId('pair'), quote: toQuote('root') }
    const foreign = { _id: 'foreign', threadId: null, conversationId: toId('other'), quote: toQuote('foreign') }
    const batch = [createMessage('a', { threadId: toId('root') }), createMessage('b', { threadId: 'foreign' })]
    expect(planOutcomes(batch, [root, foreign])).toMatchObject([
      { kind: 'sent', planned: { stored: { threadId: toId('root') } } },
      refused('message_not_found'),
    ])
  })

  it('gives messages the time at which they disappear, by that of the conversation', () => {
    const vanishing = { ...conversation, disappearAfter: 60 }
    const expiresAt = new Date(noon.getTime() + 60_000)
    const batch = [createMessage('a', {}, { conversation: vanishing }), createMessage('b')]
    const [first, second] = planConversationBatch(batch).messages
    expect(first?.stored.expiresAt).toEqual(expiresAt)
    expect(second?.stored.expiresAt).toBeUndefined()
  })

  it('counts a system line as unread for nobody, has no event of it, and lets it stay', () => {
    const system = { event: 'disappearing', disappearAfter: null } as const
    const line = createMessage(
      'a',
      { system, messageType: 'system' },
      { conversation: { ...conversation, disappearAfter: 60 } },
    )
    const plan = planConversationBatch([line])
    expect(plan.messages).toMatchObject([{ stored: { seq: 7, system } }])
    expect(plan.messages[0]?.stored.expiresAt).toBeUndefined()
    expect(plan.changed[0]?.memberChanges.get(benId)?.unread).toBe(0)
    expect(plan.events).toEqual([])
  })

  it('leaves writes without a locked conversation', () => {
    const without = [createMessage('a'), createDelivery(benId, 3), createRead(3, 0)]
    const batch = without.map((entry) => ({ ...entry, conversation: undefined }))
    expect(planConversationBatch(batch)).toMatchObject({ outcomes: Array(3).fill({ kind: 'unlocked' }), changed: [] })
  })
})

describe('the plan of delivery marks', () => {
  it('moves marks forward, at most to the newest message, with a rev for each', () => {
    const batch = [createDelivery(benId, 4), createDelivery(annId, 9), createDelivery(benId, 5)]
    const plan = planConversationBatch(batch)
    expect(plan.outcomes).toEqual([
      { kind: 'delivered', mark: { upToSeq: 4, rev: 9 } },
      { kind: 'delivered', mark: { upToSeq: 6, rev: 10 } },
      { kind: 'delivered', mark: { upToSeq: 5, rev: 11 } },
    ])
    expect(plan.changed).toMatchObject([{ seq: 6, rev: 11, movedAt: noon }])
    const changes = [...(plan.changed[0]?.memberChanges ?? [])]
    expect(changes).toEqual([
      [benId, { unread: 0, readUpTo: 0, deliveredUpTo: 5 }],
      [annId, { unread: 0, readUpTo: 0, deliveredUpTo: 6 }],
    ])
  })

  it('leaves a mark that is already there', () => {
    const batch = [createDelivery(benId, 2), createDelivery(benId, 3), createDelivery(benId, 3)]
    expect(planOutcomes(batch)).toEqual([
      { kind: 'delivered', mark: undefined },
      { kind: 'delivered', mark: { upToSeq: 3, rev: 9 } },
      { kind: 'delivered', mark: undefined },
    ])
  })
})

describe('the plan of read marks', () => {
  it('moves marks forward, with a rev and an event for each, and takes what was read from the unread count once', () => {
    const plan = planConversationBatch([createRead(3, 3), createRead(2, 4), createRead(undefined, 0)])
    expect(plan.outcomes).toMatchObject([
      { result: { isChanged: true, upToSeq: 3, rev: 9, unreadCount: 3, total } },
      { result: { isChanged: false, upToSeq: 3, rev: 9, unreadCount: 3, total } },
      { result: { isChanged: true, upToSeq: 6, rev: 10, unreadCount: 0, total } },
    ])
    expect(plan.changed[0]?.memberChanges.get(benId)).toEqual({ unread: -5, readUpTo: 6, deliveredUpTo: 6 })
    expect(plan.events).toMatchObject([
      { type: 'message.read', data: { readerId: benId, otherId: annId, upToSeq: 3, rev: 9 } },
      { type: 'message.read', data: { readerId: benId, otherId: annId, upToSeq: 6, rev: 10 } },
    ])
  })

  it('keeps the marks of both members apart', () => {
    const plan = planConversationBatch([createRead(undefined, 0), createRead(6, 0, annId)])
    expect(plan.outcomes).toMatchObject([{ result: { upToSeq: 6, rev: 9 } }, { result: { upToSeq: 6, rev: 10 } }])
    expect([...(plan.changed[0]?.memberChanges.keys() ?? [])]).toEqual([benId, annId])
  })
})

it('decides on deliveries first, then on reads, then on messages, whatever their order in the batch', () => {
  const plan = planConversationBatch([createMessage('a'), createRead(4, 2), createDelivery(benId, 6)])
  expect(plan.outcomes).toMatchObject([
    { kind: 'sent', planned: { stored: { seq: 7, rev: 11, readUpTo: 4, deliveredUpTo: 6 } } },
    { kind: 'read', result: { rev: 10, unreadCount: 2 } },
    { kind: 'delivered', mark: { upToSeq: 6, rev: 9 } },
  ])
  expect(plan.changed).toMatchObject([{ seq: 7, rev: 11, lastMessageId: toId('a') }])
  expect(plan.changed[0]?.memberChanges.get(benId)).toEqual({ unread: -2, readUpTo: 4, deliveredUpTo: 6 })
})

describe('a message request', () => {
  const [asker, asked] = conversation.members as [(typeof conversation.members)[0], (typeof conversation.members)[0]]
  const request: BatchConversation = {
    ...conversation,
    seq: 1,
    members: [
      { ...asker, readUpTo: 0, deliveredUpTo: 0, request: 'sent' },
      { ...asked, readUpTo: 0, deliveredUpTo: 0, request: 'declined' },
    ],
  }
  const ask = (name: string, fields: Partial<NewMessage> = {}) => createMessage(name, fields, { conversation: request })
  const byBen = (entry: BatchEntry) =>
    ({ ...entry, sender: { ...ann, _id: benId }, conversation: request }) as BatchEntry

  it('counts nothing as unread, moves no mark, and wants no push', () => {
    const marks = [createDelivery(benId, 1), createRead(1, 0)].map((entry) => ({ ...entry, conversation: request }))
    const plan = planConversationBatch([...marks, ask('a')])
    expect(plan.outcomes).toMatchObject([
      { kind: 'delivered', mark: undefined },
      { kind: 'read', result: { isChanged: false } },
      { kind: 'sent', planned: { isRequest: true, mutedBy: [benId], stored: { isRequest: true } } },
    ])
    expect(plan.changed[0]?.memberChanges.get(benId)).toBeUndefined()
    expect(plan.events).toMatchObject([{ data: { isMuted: true } }])
  })

  it('is short, and text', () => {
    expect(planOutcomes([ask('a'), ask('b', { messageType: 'image' }), ask('c'), ask('d')])).toMatchObject([
      { kind: 'sent' },
      refused('request_text_only'),
      { kind: 'sent', planned: { stored: { seq: 3 } } },
      refused('request_unanswered'),
    ])
  })

  it('ends with an answer, also for later messages of the same batch', () => {
    const plan = planConversationBatch([byBen(createMessage('a')), ask('b', { messageType: 'image' })])
    expect(plan.outcomes).toMatchObject([
      { kind: 'sent', planned: { endsRequest: true, isRequest: false } },
      { kind: 'sent', planned: { endsRequest: false, isRequest: false } },
    ])
    expect(plan.changed).toMatchObject([{ endsRequest: true }])
    expect(plan.changed[0]?.memberChanges.get(benId)).toEqual({ unread: 1, readUpTo: 1, deliveredUpTo: 1 })
  })

  it('is opened with a permit, by text, if the settings of the recipient allow it', () => {
    const stranger = { isVisible: true, canBegin: false, canRequest: true }
    const opens = (fields: Partial<NewMessage>, relationship = stranger) =>
      planWithoutConversation(createMessage('a', fields), relationship)
    expect(opens({ mayRequest: true })).toBeUndefined()
    expect(() => opens({})).toThrow(RequestPermitMissing)
    expect(() => opens({ mayRequest: true, messageType: 'voice' })).toThrow(/only text/)
    expect(() => opens({ mayRequest: true }, { ...stranger, canRequest: false })).toThrow(/cannot message/)
  })
})

describe('a write without a conversation', () => {
  const open = { isVisible: true, canBegin: true, canRequest: false }
  const plan = (
    write: BatchEntry,
    relationship: Parameters<typeof planWithoutConversation>[1],
    address?: ConversationWrite['address'],
  ) => planWithoutConversation({ ...write, ...(address && { address }) } as BatchEntry, relationship)
  const throws = (code: string) => expect.objectContaining({ code })

  it('is opened by a message between mutual followers only', () => {
    expect(plan(createMessage('a'), open)).toBeUndefined()
    expect(() => plan(createMessage('a'), { ...open, canBegin: false })).toThrow(throws('not_mutual'))
    expect(() => plan(createMessage('a'), { isVisible: false, canBegin: false, canRequest: false })).toThrow(
      throws('not_mutual'),
    )
    expect(() => plan(createMessage('a'), undefined, { conversationId: 'gone' })).toThrow(throws('not_found'))
  })

  it('has nothing to receive or to read', () => {
    expect(plan(createDelivery(benId, 3), undefined)).toEqual({ kind: 'delivered', mark: undefined })
    const nothing = { conversationId: '', upToSeq: 0, rev: 0, unreadCount: 0, isChanged: false, total }
    expect(plan(createRead(3, 0), open)).toMatchObject({ kind: 'read', result: nothing })
    expect(() => plan(createRead(3, 0), { ...open, isVisible: false })).toThrow(throws('member_not_found'))
    expect(() => plan(createRead(3, 0), undefined, { conversationId: 'gone' })).toThrow(throws('not_found'))
    expect(() => plan(createRead(3, 0), undefined, { foundId: 'gone' })).toThrow(throws('message_not_found'))
  })
})

describe('a hidden read mark', () => {
  const rowsOf = (...batch: BatchEntry[]) =>
    planConversationBatch(batch).changed.map(({ rev, movedMembers, memberChanges }) => ({
      rev,
      moved: movedMembers.map(({ _id }) => _id),
      marks: memberChanges.get(benId),
    }))

  it('moves for the reader alone, and leaves the `rev`', () => {
    const marks = { readUpTo: 2, deliveredUpTo: 2, unread: -1 }
    expect(rowsOf(createHiddenRead(2, 4))).toEqual([{ rev: 8, moved: [benId], marks }])
  })

  it('of messages that were not delivered before raises it for the delivery, which is shown', () => {
    const marks = { readUpTo: 6, deliveredUpTo: 6, unread: -5 }
    expect(rowsOf(createHiddenRead(6, 0))).toEqual([{ rev: 9, moved: [annId, benId], marks }])
  })

  it('goes with other changes, which all notice', () => {
    expect(rowsOf(createHiddenRead(2, 4), createMessage('a'))).toMatchObject([{ rev: 9, moved: [annId, benId] }])
  })
})
