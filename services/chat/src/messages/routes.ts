import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import type { NoteDelivered } from '../reading/deliveries.ts'
import type { MessageSearch } from '../search/message-search.ts'
import type { MessageRepository } from './message-repository.ts'
import { type SendParts, sendMessage } from './send-message.ts'

type Parts = SendParts & { messages: MessageRepository; search: MessageSearch; noteDelivered: NoteDelivered }

export function messageCalls(parts: Parts): CallRoute[] {
  const { messages, noteDelivered, search, toView } = parts

  /** Who has asked has what is there. */
  function noteSeen(viewer: { _id: string }, otherId: string, { received, seq }: { received: number; seq: number }) {
    if (received < seq) noteDelivered(viewer._id, otherId, seq)
  }

  return [
    serve(calls.sendMessage, async ({ member, body }) => ({ message: await sendMessage(parts, member, body) })),

    serve(calls.listMessages, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const { limit, before, around, q: text, start, end } = query
      if (text || start !== undefined || end !== undefined) {
        const found = await search.search(params.id, viewer, { text, start, end, before, limit })
        return { ...found, messages: found.messages.map((message) => toView(message, viewer)), hasNewer: false }
      }
      const page = await messages.list(params.id, viewer, { limit, before, around })
      if (!page.hasNewer) noteSeen(viewer, params.id, page)
      const { hasMore, hasNewer, rev } = page
      return { messages: page.messages.map((message) => toView(message, viewer)), hasMore, hasNewer, rev }
    }),

    serve(calls.listChanges, async ({ member, params, query }) => {
      const viewer = { _id: member.sub }
      const changes = await messages.changes(params.userId, viewer, query.since)
      const { hasMore, rev, readUpTo, deliveredUpTo, unreadCount } = changes
      if (!hasMore) noteSeen(viewer, params.userId, changes)
      const changed = changes.messages.map((message) => toView(message, viewer))
      return { messages: changed, hasMore, rev, readUpTo, deliveredUpTo, unreadCount }
    }),
  ]
}
