import { calls } from '@meadow/contracts'
import type { PresenceReader } from '@meadow/members'
import { type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type ConversationRepository, toConversationView } from './conversation-repository.ts'
import { syncConversations } from './sync-conversations.ts'

type ConversationRoutesDeps = { conversations: ConversationRepository; presences: PresenceReader }

export function createConversationRoutes({ conversations, presences }: ConversationRoutesDeps): CallRoute[] {
  return [
    serve(calls.listConversations, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      const { filter, limit, q } = query
      const among =
        filter === 'online' ? [...(await presences.findOnline(await conversations.listPartnerIds(viewer)))] : undefined
      const rows = await conversations.list(viewer, toKeysetWindow(query), { q, unread: filter === 'unread', among })
      const { page, hasMore, nextCursor } = toKeysetPage(rows, limit)
      const presenceById = await presences.find(page.map(({ conversation }) => conversation._id))
      const views = page.map(({ conversation }) => toConversationView(conversation, presenceById.get(conversation._id)))
      return { conversations: views, pagination: { hasMore }, nextCursor }
    }),

    serve(calls.getConversation, async ({ member, params: { userId } }) => {
      if (userId === member.sub) throw new DomainError('cannot_message_self')
      const conversation = await conversations.find(userId, { _id: member.sub })
      const presenceById = await presences.find([userId])
      return { conversation: toConversationView(conversation, presenceById.get(userId)) }
    }),

    serve(calls.syncMessages, ({ member, query }) =>
      syncConversations(conversations, { _id: member.sub }, query.since),
    ),
  ]
}
