import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { type MarkReadDeps, markRead } from './mark-read.ts'
import type { ReceiptRepository } from './receipt-repository.ts'

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
