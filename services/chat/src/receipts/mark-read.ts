import type { CallResponse, calls } from '@meadow/contracts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadTarget, ReceiptRepository } from './receipt-repository.ts'

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
