import { type ConversationView, calls, type DisappearAfter } from '@meadow/contracts'
import { type PresenceReader, readSharedSignals, type SignalSource } from '@meadow/members'
import { type Caller, type CallRoute, DomainError, serve, toKeysetPage, toKeysetWindow } from '@meadow/service'
import { type DecideRequestDeps, decideMessageRequest } from '../requests/decide-message-request.ts'
import { type Conversation, type ConversationRepository, toConversationView } from './conversation-repository.ts'
import { listInbox } from './list-inbox.ts'
import { type MarkConversationDeps, markConversation } from './marks/mark-conversation.ts'
import { syncConversations } from './sync-conversations.ts'

type ConversationRoutesDeps = DecideRequestDeps &
  MarkConversationDeps & {
    /** Lets new messages disappear after some seconds, or stay (null). */
    setDisappearAfter: (caller: Caller, otherId: string, disappearAfter: DisappearAfter | null) => Promise<void>
    conversations: ConversationRepository
    presences: PresenceReader
    members: SignalSource
  }

export function createConversationRoutes(deps: ConversationRoutesDeps): CallRoute[] {
  const { conversations, presences, members } = deps

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
      const { filter, limit, q, view, cursor, page: pageNumber } = query
      const among = filter === 'online' ? await findOnlinePartners(viewer) : undefined
      const { rows, first, archivedCount, requestCount } = await listInbox(
        conversations,
        viewer,
        toKeysetWindow(query),
        {
          filter: { q, unread: filter === 'unread', among },
          view,
          isFirstPage: cursor === undefined && pageNumber === 1,
        },
      )
      const { page, hasMore, nextCursor } = toKeysetPage(rows, limit)
      const views = await toViews(viewer, [...first, ...page.map(({ conversation }) => conversation)])
      return {
        conversations: views,
        pagination: { hasMore },
        nextCursor,
        ...(archivedCount !== undefined && { archivedCount }),
        ...(requestCount !== undefined && { requestCount }),
      }
    }),

    serve(calls.listMessageRequests, async ({ member, query }) => {
      const viewer = { _id: member.sub }
      const window = toKeysetWindow({ ...query, page: 1 })
      const rows = await conversations.list(viewer, window, { q: '', unread: false, among: undefined, isRequest: true })
      const { page, hasMore, nextCursor } = toKeysetPage(rows, query.limit)
      const requests = await toViews(
        viewer,
        page.map(({ conversation }) => conversation),
      )
      return { requests, hasMore, nextCursor }
    }),

    serve(calls.decideMessageRequest, async ({ member, params: { userId }, body }) => {
      await decideMessageRequest(deps, { _id: member.sub }, userId, body.accept)
      return { ok: true as const }
    }),

    serve(calls.markConversation, async ({ member, params: { userId }, body: { disappearAfter, ...wishes } }) => {
      if (disappearAfter !== undefined) await deps.setDisappearAfter(member, userId, disappearAfter)
      return markConversation(deps, { _id: member.sub }, userId, wishes)
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
