import type { BatchMessageContext, PlannedMessage } from '../messages/send/message-batch.ts'
import type { ChangedConversation } from './postgres-conversation-batch.ts'

/**
 * A delivery or read mark of `memberId` that has moved, with the conversation after that: its last `seq`, its revision, the time
 * of its last message (`movedAt`) and all its members. `unreadChange` is added to the unread count of the member.
 */
export type MovedMark = {
  conversationId: string
  seq: number
  rev: number
  movedAt: Date
  memberId: string
  memberIds: readonly string[]
  deliveredUpTo: number
  readUpTo?: number
  unreadChange: number
}

/** Returns the furthest value of a mark; undefined if none of the marks has it. */
const findFurthest = (marks: readonly MovedMark[], name: 'deliveredUpTo' | 'readUpTo'): number | undefined =>
  marks.reduce<number | undefined>((furthest, { [name]: value }) => {
    return value !== undefined && value > (furthest ?? 0) ? value : furthest
  }, undefined)

/** Returns the context of a message after the marks of its batch, which are written before the messages. */
export function applyMarksToContext(context: BatchMessageContext, marks: readonly MovedMark[]): BatchMessageContext {
  const { conversation } = context
  const conversationMarks = marks.filter(({ conversationId }) => conversationId === conversation?._id)
  const last = conversationMarks.at(-1)
  if (!conversation || !last) return context
  const others = conversation.members.others.map((other) => {
    const moved = conversationMarks.filter(({ memberId }) => memberId === other._id)
    return {
      ...other,
      readUpTo: Math.max(other.readUpTo, findFurthest(moved, 'readUpTo') ?? 0),
      deliveredUpTo: Math.max(other.deliveredUpTo, findFurthest(moved, 'deliveredUpTo') ?? 0),
    }
  })
  return { ...context, conversation: { ...conversation, rev: last.rev, members: { ...conversation.members, others } } }
}

/** Returns each conversation that the messages and marks of a batch change, with its last message and its marks. */
export function listChangedConversations(
  planned: readonly PlannedMessage[],
  marks: readonly MovedMark[],
): ChangedConversation[] {
  const messagesByConversation = Map.groupBy(planned, ({ stored }) => stored.conversationId)
  const marksByConversation = Map.groupBy(marks, ({ conversationId }) => conversationId)
  const ids = [...new Set([...messagesByConversation.keys(), ...marksByConversation.keys()])]
  return ids.flatMap((id) =>
    toChangedConversation(id, messagesByConversation.get(id) ?? [], marksByConversation.get(id) ?? []),
  )
}

/** Returns a conversation after its messages and marks; nothing if it has neither. */
function toChangedConversation(
  conversationId: string,
  messages: readonly PlannedMessage[],
  marks: readonly MovedMark[],
): ChangedConversation[] {
  const last = toStateAfterMessage(messages.at(-1)) ?? marks.at(-1)
  if (!last) return []
  const { seq, rev, movedAt, memberIds } = last
  const members = memberIds.map((memberId) => {
    const moved = marks.filter((mark) => mark.memberId === memberId)
    const received = messages.filter(({ recipientIds }) => recipientIds.includes(memberId)).length
    return {
      _id: memberId,
      unread: moved.reduce((sum, { unreadChange }) => sum + unreadChange, received),
      deliveredUpTo: findFurthest(moved, 'deliveredUpTo'),
      readUpTo: findFurthest(moved, 'readUpTo'),
    }
  })
  const lastMessageId = messages.at(-1)?.stored._id
  return [{ _id: conversationId, seq, rev, movedAt, ...(lastMessageId && { lastMessageId }), members }]
}

const toStateAfterMessage = (message: PlannedMessage | undefined) =>
  message && {
    seq: message.stored.seq,
    rev: message.stored.rev,
    movedAt: message.stored.createdAt,
    memberIds: [message.sender._id, ...message.recipientIds],
  }
