import { describe, expect, it } from '@jest/globals'
import type { BatchMessage, BatchMessageContext } from './message-batch.ts'
import { planMessageBatch } from './message-batch.ts'

const noon = new Date('2026-05-01T12:00:00.000Z')
const toParticipant = (_id: string) => ({
  _id,
  username: _id,
  fullName: _id,
  avatar: '',
  isVerified: false,
  follows: true,
})
const others = [{ _id: 'ben', readUpTo: 3, deliveredUpTo: 4 }]
const members = { sender: toParticipant('ann'), recipient: toParticipant('ben'), others }
const conversation = { _id: 'ann and ben', seq: 4, rev: 9, movedAt: noon, members }
const ann = { _id: 'ann', username: 'ann', fullName: 'Ann', avatar: '', profileVersion: 1 }

type Entry = BatchMessage & BatchMessageContext

function createEntry(_id: string, fields: Partial<Entry['message']> = {}, context: Partial<BatchMessageContext> = {}) {
  const message: Entry['message'] = {
    _id,
    clientMessageId: undefined,
    fingerprint: 'same',
    content: 'Hi',
    messageType: 'text',
    pictures: [],
    replyTo: undefined,
    threadId: undefined,
    createdAt: noon,
    eventId: `event of ${_id}`,
    newConversationId: 'unused',
    ...fields,
  }
  const entry: Entry = {
    message,
    sender: ann,
    address: { otherId: 'ben' },
    isVisible: true,
    conversation,
    original: undefined,
    ...context,
  }
  return entry
}

const refused = (code: string) => ({ kind: 'refused', error: expect.objectContaining({ code }) })

describe('the plan of a batch', () => {
  it('numbers the messages of each conversation from its own state, in the order of the batch', () => {
    const other = { _id: 'ann and mei', seq: 0, rev: 0, movedAt: noon, members }
    const batch = [createEntry('a'), createEntry('b', {}, { conversation: other }), createEntry('c')]
    expect(planMessageBatch(batch, [])).toMatchObject([
      { kind: 'new', planned: { stored: { conversationId: 'ann and ben', seq: 5, rev: 10 } } },
      { kind: 'new', planned: { stored: { conversationId: 'ann and mei', seq: 1, rev: 1 } } },
      { kind: 'new', planned: { stored: { conversationId: 'ann and ben', seq: 6, rev: 11 } } },
    ])
  })

  it('goes to all members but the sender, whose view has the lowest of their marks', () => {
    const [mei, eve] = [
      { _id: 'mei', readUpTo: 4, deliveredUpTo: 4 },
      { _id: 'eve', readUpTo: 0, deliveredUpTo: 2 },
    ]
    const group = { ...conversation, members: { ...members, recipient: null, others: [...others, mei, eve] } }
    const entry = { ...createEntry('a', {}, { conversation: group }), address: { conversationId: group._id } }
    expect(planMessageBatch([entry], [])).toMatchObject([
      {
        kind: 'new',
        planned: {
          recipientIds: ['ben', 'mei', 'eve'],
          stored: { seq: 5, recipient: null, readUpTo: 0, deliveredUpTo: 2 },
        },
      },
    ])
  })

  it('never lets the time of a conversation go back', () => {
    const later = new Date(noon.getTime() + 5)
    const batch = [createEntry('a', { createdAt: later }), createEntry('b', { createdAt: new Date(0) })]
    const planned = { stored: { createdAt: later } }
    expect(planMessageBatch(batch, [])).toMatchObject([{ planned }, { planned }])
  })

  it('refuses a message that breaks a rule alone, without a gap in the numbers', () => {
    const batch = [
      createEntry('a', {}, { isVisible: false }),
      createEntry('b', { replyTo: 'gone' }),
      createEntry('c', { clientMessageId: 'k' }, { original: { _id: 'first', fingerprint: 'other' } }),
      createEntry('d'),
    ]
    expect(planMessageBatch(batch, [])).toMatchObject([
      refused('member_not_found'),
      refused('message_not_found'),
      refused('key_reused'),
      { kind: 'new', planned: { stored: { seq: 5 } } },
    ])
  })

  it('answers a repeat with the first message, also with one of the same batch', () => {
    const batch = [
      createEntry('a', { clientMessageId: 'k' }),
      createEntry('b', { clientMessageId: 'k' }),
      createEntry('c', { clientMessageId: 'k', fingerprint: 'other' }),
      createEntry('d', { clientMessageId: 'l' }, { original: { _id: 'stored', fingerprint: 'same' } }),
    ]
    expect(planMessageBatch(batch, [])).toMatchObject([
      { kind: 'new' },
      { kind: 'repeat', messageId: 'a' },
      refused('key_reused'),
      { kind: 'repeat', messageId: 'stored' },
    ])
  })

  it('resolves threads within the conversation only', () => {
    const toQuote = (_id: string) => ({
      _id,
      content: '',
      messageType: 'text' as const,
      pictureCount: 0,
      senderId: 'ben',
      deletedAt: null,
    })
    const root = { _id: 'root', threadId: null, conversationId: 'ann and ben', quote: toQuote('root') }
    const foreign = { _id: 'foreign', threadId: null, conversationId: 'ann and mei', quote: toQuote('foreign') }
    const batch = [createEntry('a', { threadId: 'root' }), createEntry('b', { threadId: 'foreign' })]
    expect(planMessageBatch(batch, [root, foreign])).toMatchObject([
      { kind: 'new', planned: { stored: { threadId: 'root' } } },
      refused('message_not_found'),
    ])
  })

  it('sends a message without a locked conversation alone', () => {
    expect(planMessageBatch([createEntry('a', {}, { conversation: undefined })], [])).toEqual([{ kind: 'alone' }])
  })
})
