import type { ConversationAddress } from '../conversations/conversation.ts'
import { type DeliveryMark, resolveMark } from './receipt-repository.ts'

/** A device of `memberId` has received the messages of a conversation up to and including `upToSeq`. */
export type Delivery = { memberId: string; address: ConversationAddress; upToSeq: number }

/** The state of the conversation of a delivery before a batch, with all its members. `deliveredUpTo` is the mark of the member. */
export type DeliveryContext = {
  _id: string
  seq: number
  rev: number
  movedAt: Date
  memberIds: readonly string[]
  deliveredUpTo: number
}

/** A mark that moves, with the conversation after it. */
export type PlannedDelivery = Delivery & Omit<DeliveryContext, 'deliveredUpTo'> & { mark: DeliveryMark }

/**
 * Decides about each delivery of a batch, in order. Returns undefined where the mark is already there, or where there is no
 * conversation. A mark that moves gets the next `rev` of its conversation.
 */
export function planDeliveryBatch(
  batch: readonly (Delivery & { conversation: DeliveryContext | undefined })[],
): (PlannedDelivery | undefined)[] {
  const revs = new Map<string, number>()
  const marks = new Map<string, number>()
  return batch.map(({ conversation, ...delivery }) => {
    if (!conversation) return undefined
    const { _id, seq, movedAt, memberIds } = conversation
    const markKey = `${_id} ${delivery.memberId}`
    const known = marks.get(markKey) ?? conversation.deliveredUpTo
    const upToSeq = resolveMark(delivery.upToSeq, conversation, known)
    if (upToSeq === undefined) return undefined
    const rev = (revs.get(_id) ?? conversation.rev) + 1
    revs.set(_id, rev)
    marks.set(markKey, upToSeq)
    return { ...delivery, _id, seq, rev, movedAt, memberIds, mark: { upToSeq, rev } }
  })
}
