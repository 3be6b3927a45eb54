import type { BatchMessageContext, PlannedMessage } from '../messages/send/message-batch.ts'
import type { PlannedDelivery } from '../receipts/delivery-batch.ts'
import type { ChangedConversation } from './postgres-conversation-batch.ts'

/** Returns the context of a message after the delivery marks of its batch, which come before the messages. */
export function afterMarks(
  context: BatchMessageContext,
  recipientId: string,
  marks: readonly PlannedDelivery[],
): BatchMessageContext {
  const { conversation } = context
  const ofConversation = marks.filter(({ _id }) => _id === conversation?._id)
  const last = ofConversation.at(-1)
  if (!conversation || !last) return context
  const mark = ofConversation.findLast((delivery) => delivery.recipientId === recipientId)?.mark
  const participants = { ...conversation.participants, ...(mark && { deliveredUpTo: mark.upToSeq }) }
  return { ...context, conversation: { ...conversation, rev: last.rev, participants } }
}

/** Returns each conversation that the messages and marks of a batch change, with its last message and its marks. */
export function listChangedConversations(
  planned: readonly PlannedMessage[],
  marks: readonly PlannedDelivery[],
): ChangedConversation[] {
  const messagesById = Map.groupBy(planned, ({ stored }) => stored.conversationId)
  const marksById = Map.groupBy(marks, ({ _id }) => _id)
  return [...new Set([...messagesById.keys(), ...marksById.keys()])].flatMap((_id) => {
    const [messages, moved] = [messagesById.get(_id) ?? [], marksById.get(_id) ?? []]
    const [message, delivery] = [messages.at(-1), moved.at(-1)]
    const last = message ? { ...message.stored, movedAt: message.stored.createdAt } : delivery
    if (!last) return []
    const memberIds = message ? [message.sender._id, message.recipientId] : [delivery?.recipientId, delivery?.otherId]
    const members = memberIds.flatMap((memberId = '') => ({
      _id: memberId,
      unread: messages.filter(({ recipientId }) => recipientId === memberId).length,
      deliveredUpTo: moved.findLast(({ recipientId }) => recipientId === memberId)?.mark.upToSeq,
    }))
    const { seq, rev, movedAt } = last
    return [{ _id, seq, rev, movedAt, ...(message && { lastMessageId: message.stored._id }), members }]
  })
}
