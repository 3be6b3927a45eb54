import { calls } from '@meadow/contracts'
import type { PresenceReader } from '@meadow/presence'
import { type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type ConversationRepository, toConversationView } from './conversation-repository.ts'
import { syncConversations } from './sync.ts'

type Parts = { conversations: ConversationRepository; presences: PresenceReader }

export function conversationCalls({ conversations, presences }: Parts): CallRoute[] {
  return [
    serve(calls.listConversations, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      const { filter, limit, q } = query
      const window = toKeysetWindow(query)
      const among =
        filter === 'online' ? [...(await presences.findOnline(await conversations.others(viewer)))] : undefined
      const found = await conversations.list(viewer, window, { q, unread: filter === 'unread', among })
      const { page, hasMore, nextCursor } = toKeysetPage(found, limit)
      const here = await presences.find(page.map(({ conversation }) => conversation._id))
      const shown = page.map(({ conversation }) => toConversationView(conversation, here.get(conversation._id)))
      return { conversations: shown, pagination: { hasMore }, nextCursor }
    }),

    serve(calls.getConversation, async ({ member, params }) => {
      if (params.userId === member.sub) throw new DomainError('cannot_message_self')
      const conversation = await conversations.find(params.userId, { _id: member.sub })
      const here = await presences.find([params.userId])
      return { conversation: toConversationView(conversation, here.get(params.userId)) }
    }),

    serve(calls.syncMessages, ({ member, query }) =>
      syncConversations(conversations, { _id: member.sub }, query.since),
    ),
  ]
}
