import { type CallResponse, type calls, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { toConversationEventFields } from '../messages/message.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadRequest, ReadResult, ReadTarget, ReceiptRepository } from './receipt-repository.ts'

export type MarkReadDeps = {
  receipts: Pick<ReceiptRepository, 'markRead'>
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Marks messages as read and pushes that to all devices of both members. Returns the unread counts after it.
 * @throws message_not_found, member_not_found
 */
export async function markRead(
  { receipts, push, now, newId }: MarkReadDeps,
  reader: { _id: string },
  target: ReadTarget,
): Promise<CallResponse<typeof calls.readMessage>> {
  const at = now()
  const result = await receipts.markRead({ target, reader, at, eventId: newId(at) })
  const { otherId, upToSeq, rev, unreadCount, total, isChanged } = result
  if (isChanged) {
    const receipt = { readerId: reader._id, upToSeq, rev }
    if (otherId) {
      push({ to: { member: reader._id }, name: 'messageRead', payload: { ...receipt, userId: otherId } })
      push({ to: { member: otherId }, name: 'messageRead', payload: { ...receipt, userId: reader._id } })
    }
    push({ to: { member: reader._id }, name: 'unread', payload: total })
  }
  return { unreadCount, total: total.messages, changeSeq: total.changeSeq, upToSeq, rev }
}

/** Returns the event of a read. Only direct conversations have one: `message.read` names the other member. */
export const createMessageReadEvents = (
  { conversationId, otherId, upToSeq, rev }: ReadResult,
  { reader, at, eventId }: Pick<ReadRequest, 'reader' | 'at' | 'eventId'>,
): DomainEvent[] =>
  otherId
    ? [
        createEvent(events.messageRead, {
          ...toConversationEventFields(conversationId, { id: eventId, time: at }),
          data: { readerId: reader._id, otherId, upToSeq, rev },
        }),
      ]
    : []
