import type { Actor } from '@meadow/contracts'
import {
  assertVisible,
  type ConversationAddress,
  type MemberMarks,
  toLowestMarks,
} from '../../conversations/conversation.ts'
import type { Message } from '../message.ts'
import { assertRepeat, type NewMessage, type ReferencedMessage, resolveThreadId } from './new-message.ts'

/** A message to send, and the conversation of its sender. */
export type BatchMessage = { message: NewMessage; sender: Actor; address: ConversationAddress }

/**
 * The state of a conversation before a batch: `seq` numbers its messages, `rev` its changes, by which clients synchronise, and
 * `movedAt` is the time of its last change, by which lists are sorted.
 */
type BatchConversation = { _id: string; seq: number; rev: number; movedAt: Date }

/** The members as a message shows them, and all members but the sender with their marks: each of them gets the message. */
type MessageMembers = Pick<Message, 'sender' | 'recipient'> & { others: readonly (MemberMarks & { _id: string })[] }

/** Data of one message of a batch, read after the conversations were locked. */
export type BatchMessageContext = {
  /** The sender may see the recipient: neither has blocked the other, and the account is active. True without a recipient. */
  isVisible: boolean
  /** Undefined if the sender has no such conversation, or if another transaction holds its lock. */
  conversation: (BatchConversation & { members: MessageMembers }) | undefined
  /** The stored message of the sender with the same `clientMessageId`. */
  original: { _id: string; fingerprint: string } | undefined
}

/** A message that a batch references, with its conversation, and how a reply shows it. */
export type ReferencedBatchMessage = ReferencedMessage & {
  conversationId: string
  quote: NonNullable<Message['replyTo']>
}

/** A new message, the message as it will be stored, and the members who get it. */
export type PlannedMessage = BatchMessage & { stored: Message; recipientIds: readonly string[] }

/** The decision about one message of a batch. */
export type PlannedOutcome =
  | { kind: 'new'; planned: PlannedMessage }
  | { kind: 'repeat'; messageId: string }
  | { kind: 'refused'; error: unknown }
  /** Has no conversation that the batch could lock: it is sent in a transaction of its own. */
  | { kind: 'alone' }

/**
 * Decides on each message of a batch, in order: a message that breaks a rule is refused without the others, a repeat resolves to
 * the id of its first message, which may be in the same batch, and new messages get the next `seq` and `rev` of their conversation.
 */
export function planMessageBatch(
  batch: readonly (BatchMessage & BatchMessageContext)[],
  referenced: readonly ReferencedBatchMessage[],
): PlannedOutcome[] {
  const conversations = new Map<string, BatchConversation>()
  const quotes = new Map(referenced.map(({ _id, quote }) => [_id, quote]))
  const plannedByClientId = new Map<string, PlannedMessage>()

  function planMessage(entry: BatchMessage & BatchMessageContext): PlannedOutcome {
    const { message, sender, address, isVisible, conversation, original } = entry
    assertVisible(isVisible)
    if (!conversation) return { kind: 'alone' }
    const clientId = message.clientMessageId && `${sender._id} ${message.clientMessageId}`
    const planned = clientId ? plannedByClientId.get(clientId) : undefined
    const first = original ?? (planned && { _id: planned.message._id, fingerprint: planned.message.fingerprint })
    if (first) {
      assertRepeat(message, first)
      return { kind: 'repeat', messageId: first._id }
    }
    const inConversation = referenced.filter(({ conversationId }) => conversationId === conversation._id)
    const threadId = resolveThreadId(message, inConversation)
    const next = advance(conversations.get(conversation._id) ?? conversation, message.createdAt)
    conversations.set(conversation._id, next)
    const { sender: from, recipient, others } = conversation.members
    const stored: Message = {
      _id: message._id,
      conversationId: conversation._id,
      seq: next.seq,
      rev: next.rev,
      clientMessageId: message.clientMessageId ?? null,
      sender: from,
      recipient,
      ...toLowestMarks(others),
      content: message.content,
      messageType: message.messageType,
      pictures: [...message.pictures],
      createdAt: next.movedAt,
      editedAt: null,
      deletedAt: null,
      reactions: [],
      replyTo: (message.replyTo && quotes.get(message.replyTo)) || null,
      threadId: threadId ?? null,
      threadCount: 0,
    }
    const added = { message, sender, address, stored, recipientIds: others.map(({ _id }) => _id) }
    if (clientId) plannedByClientId.set(clientId, added)
    return { kind: 'new', planned: added }
  }

  return batch.map((entry) => {
    try {
      return planMessage(entry)
    } catch (error) {
      return { kind: 'refused', error }
    }
  })
}

/** Returns the conversation after one more message. Its time never goes back. */
const advance = ({ _id, seq, rev, movedAt }: BatchConversation, createdAt: Date): BatchConversation => ({
  _id,
  seq: seq + 1,
  rev: rev + 1,
  movedAt: createdAt > movedAt ? createdAt : movedAt,
})
