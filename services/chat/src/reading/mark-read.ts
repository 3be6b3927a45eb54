import { type Answer, type calls, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import type { Tell } from '../hints/hint.ts'
import { ofConversation } from '../messages/facts.ts'
import type { Read, ReadingRepository, ReadWhat } from './reading-repository.ts'

export type ReadParts = {
  reading: ReadingRepository
  tell: Tell
  now: () => Date
  /** Events wait in the outbox. */
  announced: () => void
}

/**
 * Marks what is there as read for all devices of a member, and tells both; answers what is unread now.
 * @throws message_not_found, member_not_found
 */
export async function markRead(
  { reading, tell, now, announced }: ReadParts,
  reader: { _id: string },
  what: ReadWhat,
): Promise<Answer<typeof calls.readMessage>> {
  const at = now()
  const toFact = ({ conversationId, otherId, upToSeq, rev }: Read) =>
    announce(events.messageRead, {
      ...ofConversation(conversationId, at),
      data: { readerId: reader._id, otherId, upToSeq, rev },
    })
  const { otherId, upToSeq, rev, unreadCount, total, changed } = await reading.read(what, reader, toFact)
  if (changed) {
    announced()
    const read = { readerId: reader._id, upToSeq, rev }
    tell({ to: { member: reader._id }, name: 'messageRead', payload: { ...read, userId: otherId } })
    tell({ to: { member: otherId }, name: 'messageRead', payload: { ...read, userId: reader._id } })
    tell({ to: { member: reader._id }, name: 'unread', payload: total })
  }
  return { unreadCount, total: total.messages, moves: total.moves, upToSeq, rev }
}
