import { calls } from '@meadow/contracts'
import { parseSearch, type SearchPart } from '@meadow/contracts/parse-search'
import { type MemberReadModel, readSharedSignals, type SignalSource } from '@meadow/members'
import { type CallRoute, serve, type Throttle, toKeysetPage, toKeysetWindow, withThrottle } from '@meadow/service'
import { getRecipient, type Message, type ToMessageView } from '../messages/message.ts'
import { getSenderName, INBOX_SEARCH_LIMIT, type InboxSearch, toInboxSearch } from './inbox-search.ts'
import type { MessageSearch } from './message-search.ts'
import { findTextRanges } from './search-text.ts'

type MessageSearchRoutesDeps = {
  search: MessageSearch
  members: Pick<MemberReadModel, 'findByUsername'> & SignalSource
  toMessageView: ToMessageView
  messageThrottle: Throttle
}

const NOTHING = { messages: [], highlights: [], hasMore: false, nextCursor: null }

export function createMessageSearchRoutes(deps: MessageSearchRoutesDeps): CallRoute[] {
  return [
    serve(calls.searchMessages, ({ member, query }) => {
      const viewer = { _id: member.sub }
      const { after, limit } = toKeysetWindow(query)
      return withThrottle(deps.messageThrottle, INBOX_SEARCH_LIMIT, viewer._id, async () => {
        const search = await resolveSender(deps, viewer, parseSearch(query.q))
        if (!search) return NOTHING
        const found = await deps.search.searchInbox(viewer, search, { after, limit })
        const { page, hasMore, nextCursor } = toKeysetPage(found, limit)
        const messages = page.map(({ message }) => message)
        return { ...(await toFoundMessages(deps, viewer, search, messages)), hasMore, nextCursor }
      })
    }),
  ]
}

/** Returns the search with the id of its sender. Returns undefined if it finds nothing. */
async function resolveSender(
  { members }: MessageSearchRoutesDeps,
  viewer: { _id: string },
  parts: readonly SearchPart[],
): Promise<InboxSearch | undefined> {
  const search = toInboxSearch(parts)
  const name = getSenderName(parts)
  if (!search || name === undefined) return search
  const senderId = name === 'me' ? viewer._id : (await members.findByUsername(name))?._id
  return senderId === undefined ? undefined : { ...search, senderId }
}

async function toFoundMessages(
  { members, toMessageView }: MessageSearchRoutesDeps,
  viewer: { _id: string },
  { required }: InboxSearch,
  messages: readonly Message[],
) {
  const participants = messages.flatMap((message) => [message.sender._id, getRecipient(message)._id])
  const getShared = await readSharedSignals(members, participants)
  return {
    messages: messages.map((message) =>
      toMessageView(message, viewer, getShared(message.sender._id, getRecipient(message)._id)),
    ),
    highlights: messages.map(({ _id, content }) => ({ messageId: _id, ranges: findTextRanges(content, required) })),
  }
}
