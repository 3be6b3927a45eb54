import type { ConversationAddress, UnreadTotal } from '../conversations/conversation.ts'
import { type ReadResult, resolveMark } from './receipt-repository.ts'

/**
 * A read mark to set: `memberId` has read the messages of a conversation up to and including `upToSeq`, or all of them if it is
 * undefined. `eventId` is the id of the event that says so.
 */
export type Read = {
  memberId: string
  address: ConversationAddress
  upToSeq: number | undefined
  at: Date
  eventId: string
}

/**
 * The state of the conversation of a read before a batch, with all its members. `readUpTo`, `unreadCount` and
 * `total`, the unread messages of all conversations, are those of the reader; `otherId` is the other member of a direct
 * conversation; `unreadAfter` is how many messages after `upToSeq` stay unread.
 */
export type ReadContext = {
  _id: string
  seq: number
  rev: number
  movedAt: Date
  otherId: string | null
  memberIds: readonly string[]
  readUpTo: number
  unreadCount: number
  unreadAfter: number
  total: UnreadTotal
}

/** The result of a read, with the conversation after it. `unreadChange` is added to the unread counts of the reader. */
export type PlannedRead = Read &
  Pick<ReadContext, 'seq' | 'movedAt' | 'memberIds'> & { result: ReadResult; unreadChange: number }

/**
 * Decides about each read of a batch, in order. Returns undefined where the conversation is unknown. A mark that moves gets the
 * next `rev` of its conversation. The totals of the results are those before the batch.
 */
export function planReadBatch(
  batch: readonly (Read & { conversation: ReadContext | undefined })[],
): (PlannedRead | undefined)[] {
  const revs = new Map<string, number>()
  const states = new Map<string, Pick<ReadContext, 'readUpTo' | 'unreadCount'>>()
  return batch.map(({ conversation, ...read }) => {
    if (!conversation) return undefined
    const { _id: conversationId, seq, movedAt, otherId, memberIds, unreadAfter, total } = conversation
    const { memberId, upToSeq = seq } = read
    const stateKey = `${conversationId} ${memberId}`
    const known = states.get(stateKey) ?? conversation
    const mark = resolveMark(upToSeq, conversation, known.readUpTo)
    const isChanged = mark !== undefined
    const rev = (revs.get(conversationId) ?? conversation.rev) + (isChanged ? 1 : 0)
    const unreadCount = isChanged ? unreadAfter : known.unreadCount
    const result: ReadResult = {
      conversationId,
      otherId,
      upToSeq: mark ?? known.readUpTo,
      rev,
      unreadCount,
      total,
      isChanged,
    }
    revs.set(conversationId, rev)
    states.set(stateKey, { readUpTo: result.upToSeq, unreadCount })
    return { ...read, result, seq, movedAt, memberIds, unreadChange: unreadCount - known.unreadCount }
  })
}
