import { type CallResponse, calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadSignals, ReadTarget, ReceiptRepository } from './receipt-repository.ts'

export function createReceiptRoutes(deps: MarkReadDeps & { receipts: ReceiptRepository }): CallRoute[] {
  return [
    serve(calls.countUnreadMessages, async ({ member }) => {
      const { messages: count, changeSeq } = await deps.receipts.readUnreadTotal(member.sub)
      return { count, changeSeq }
    }),

    serve(calls.readConversation, ({ member, params }) =>
      markRead(deps, { _id: member.sub }, { otherId: params.userId }),
    ),

    serve(calls.readMessage, ({ member, params }) => markRead(deps, { _id: member.sub }, { messageId: params.id })),
  ]
}

export type MarkReadDeps = {
  receipts: Pick<ReceiptRepository, 'markRead'>
  conversations: Pick<ConversationRepository, 'isOpen'>
  readSignals: ReadSignals
  push: Push
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Marks messages as read and pushes that to all devices of both members; to those of the reader alone if
 * one of the two hides read marks: then `rev` stays, too, so that the other cannot tell. Across a block nothing moves. Returns the
 * unread counts after it.
 * @throws message_not_found, member_not_found
 */
export async function markRead(
  { receipts, conversations, readSignals, push, now, newId }: MarkReadDeps,
  reader: { _id: string },
  target: ReadTarget,
): Promise<CallResponse<typeof calls.readMessage>> {
  const at = now()
  const result = await receipts.markRead({
    target,
    reader,
    at,
    eventId: newId(at),
    isOpen: (otherId) => conversations.isOpen(otherId, reader),
    isHidden: async (otherId) => !(await readSignals(reader._id, otherId)).readMarks,
  })
  const { otherId, upToSeq, rev, unreadCount, total, isChanged } = result
  if (isChanged) {
    const receipt = { readerId: reader._id, upToSeq, rev }
    if (otherId) {
      push({ to: { member: reader._id }, name: 'messageRead', payload: { ...receipt, userId: otherId } })
      if ((await readSignals(reader._id, otherId)).readMarks)
        push({ to: { member: otherId }, name: 'messageRead', payload: { ...receipt, userId: reader._id } })
    }
    push({ to: { member: reader._id }, name: 'unread', payload: total })
  }
  return { unreadCount, total: total.messages, changeSeq: total.changeSeq, upToSeq, rev }
}
