import { type CallResponse, type calls, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { ofConversation } from '../messages/facts.ts'
import type { Push } from '../realtime/push/socket-push.ts'
import type { Read, ReadingRepository, ReadWhat } from './reading-repository.ts'

export type ReadParts = {
  reading: ReadingRepository
  push: Push
  now: () => Date
}

/**
 * Marks what is there as read for all devices of a member, and tells both; answers what is unread now.
 * @throws message_not_found, member_not_found
 */
export async function markRead(
  { reading, push, now }: ReadParts,
  reader: { _id: string },
  what: ReadWhat,
): Promise<CallResponse<typeof calls.readMessage>> {
  const at = now()
  const toFact = ({ conversationId, otherId, upToSeq, rev }: Read) =>
    createEvent(events.messageRead, {
      ...ofConversation(conversationId, at),
      data: { readerId: reader._id, otherId, upToSeq, rev },
    })
  const { otherId, upToSeq, rev, unreadCount, total, changed } = await reading.read(what, reader, toFact)
  if (changed) {
    const read = { readerId: reader._id, upToSeq, rev }
    push({ to: { member: reader._id }, name: 'messageRead', payload: { ...read, userId: otherId } })
    push({ to: { member: otherId }, name: 'messageRead', payload: { ...read, userId: reader._id } })
    push({ to: { member: reader._id }, name: 'unread', payload: total })
  }
  return { unreadCount, total: total.messages, changeSeq: total.changeSeq, upToSeq, rev }
}
