import { type ConversationView, calls } from '@meadow/contracts'
import { type PresenceReader, readSharedSignals, type SignalSource } from '@meadow/members'
import { type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type Conversation, type ConversationRepository, toConversationView } from './conversation-repository.ts'
import { syncConversations } from './sync-conversations.ts'

type ConversationRoutesDeps = {
  conversations: ConversationRepository
  presences: PresenceReader
  members: SignalSource
}

export function createConversationRoutes({ conversations, presences, members }: ConversationRoutesDeps): CallRoute[] {
  /** Returns the views of conversations, each with what its two members show each other. */
  async function toViews(viewer: { _id: string }, found: readonly Conversation[]) {
    const ids = found.map(({ _id }) => _id)
    const [presenceById, shared] = await Promise.all([
      presences.find(ids),
      readSharedSignals(members, [viewer._id, ...ids]),
    ])
    return found.map((conversation) =>
      toConversationView(conversation, presenceById.get(conversation._id), shared(viewer._id, conversation._id)),
    )
  }

  /** Finds the members with a conversation whom the viewer sees online. */
  async function findOnlinePartners(viewer: { _id: string }): Promise<string[]> {
    const shown = await presences.findShownTo(viewer, await conversations.listPartnerIds(viewer))
    return [...shown].flatMap(([id, { isOnline }]) => (isOnline ? [id] : []))
  }

  return [
    serve(calls.listConversations, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      const { filter, limit, q } = query
      const among = filter === 'online' ? await findOnlinePartners(viewer) : undefined
      const rows = await conversations.list(viewer, toKeysetWindow(query), { q, unread: filter === 'unread', among })
      const { page, hasMore, nextCursor } = toKeysetPage(rows, limit)
      const views = await toViews(
        viewer,
        page.map(({ conversation }) => conversation),
      )
      return { conversations: views, pagination: { hasMore }, nextCursor }
    }),

    serve(calls.getConversation, async ({ member, params: { userId } }) => {
      if (userId === member.sub) throw new DomainError('cannot_message_self')
      const viewer = { _id: member.sub }
      const [conversation] = await toViews(viewer, [await conversations.find(userId, viewer)])
      return { conversation: conversation as ConversationView }
    }),

    serve(calls.syncMessages, ({ member, query }) =>
      syncConversations(conversations, { _id: member.sub }, query.since),
    ),
  ]
}
