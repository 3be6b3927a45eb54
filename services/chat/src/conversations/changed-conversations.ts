import type { BatchMessageContext, PlannedMessage } from '../messages/send/message-batch.ts'
import type { ChangedConversation } from './postgres-conversation-batch.ts'

/**
 * A mark of `memberId` that has moved, with the conversation after it. `unreadChange` is added to the unread count of the
 * member.
 */
export type MovedMark = {
  conversationId: string
  seq: number
  rev: number
  movedAt: Date
  memberId: string
  otherId: string
  deliveredUpTo: number
  readUpTo?: number
  unreadChange: number
}

/** Returns the latest value of a mark. */
const findLast = (marks: readonly MovedMark[], name: 'deliveredUpTo' | 'readUpTo'): number | undefined =>
  marks.reduce<number | undefined>((last, mark) => {
    const value = mark[name]
    return value !== undefined && value > (last ?? 0) ? value : last
  }, undefined)

/** Returns the context of a message after the marks of its batch, which come before the messages. */
export function afterMarks(
  context: BatchMessageContext,
  recipientId: string,
  marks: readonly MovedMark[],
): BatchMessageContext {
  const { conversation } = context
  const ofConversation = marks.filter(({ conversationId }) => conversationId === conversation?._id)
  const last = ofConversation.at(-1)
  if (!conversation || !last) return context
  const ofRecipient = ofConversation.filter(({ memberId }) => memberId === recipientId)
  const { participants } = conversation
  const readUpTo = Math.max(participants.readUpTo, findLast(ofRecipient, 'readUpTo') ?? 0)
  const deliveredUpTo = Math.max(participants.deliveredUpTo, findLast(ofRecipient, 'deliveredUpTo') ?? 0)
  return {
    ...context,
    conversation: { ...conversation, rev: last.rev, participants: { ...participants, readUpTo, deliveredUpTo } },
  }
}

/** Returns each conversation that the messages and marks of a batch change, with its last message and its marks. */
export function listChangedConversations(
  planned: readonly PlannedMessage[],
  marks: readonly MovedMark[],
): ChangedConversation[] {
  const messagesById = Map.groupBy(planned, ({ stored }) => stored.conversationId)
  const marksById = Map.groupBy(marks, ({ conversationId }) => conversationId)
  return [...new Set([...messagesById.keys(), ...marksById.keys()])].flatMap((_id) => {
    const [messages, moved] = [messagesById.get(_id) ?? [], marksById.get(_id) ?? []]
    const [message, mark] = [messages.at(-1), moved.at(-1)]
    const last = message ? { ...message.stored, movedAt: message.stored.createdAt } : mark
    if (!last) return []
    const memberIds = message ? [message.sender._id, message.recipientId] : [mark?.memberId ?? '', mark?.otherId ?? '']
    const members = memberIds.map((memberId) => {
      const ofMember = moved.filter((one) => one.memberId === memberId)
      const received = messages.filter(({ recipientId }) => recipientId === memberId).length
      return {
        _id: memberId,
        unread: ofMember.reduce((sum, { unreadChange }) => sum + unreadChange, received),
        deliveredUpTo: findLast(ofMember, 'deliveredUpTo'),
        readUpTo: findLast(ofMember, 'readUpTo'),
      }
    })
    const { seq, rev, movedAt } = last
    return [{ _id, seq, rev, movedAt, ...(message && { lastMessageId: message.stored._id }), members }]
  })
}
