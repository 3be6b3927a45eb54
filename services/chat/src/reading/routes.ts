import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { markRead, type ReadParts } from './mark-read.ts'

export function readingCalls(parts: ReadParts): CallRoute[] {
  return [
    serve(calls.countUnreadMessages, async ({ member }) => {
      const { messages: count, changeSeq } = await parts.reading.unread(member.sub)
      return { count, changeSeq }
    }),

    serve(calls.readConversation, ({ member, params }) =>
      markRead(parts, { _id: member.sub }, { otherId: params.userId }),
    ),

    serve(calls.readMessage, ({ member, params }) => markRead(parts, { _id: member.sub }, { messageId: params.id })),
  ]
}
