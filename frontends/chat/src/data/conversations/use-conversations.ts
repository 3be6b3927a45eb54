import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, type QueryClient, useInfiniteQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { isLastMessageGone } from '../messages/hidden-message.ts'
import { type ConversationFilter, chatQueryKeys } from '../query-keys.ts'
import { updateConversation } from '../sync/apply-push.ts'
import { catchUpConversation, listPushedConversations } from '../sync/catch-up.ts'
import { getMarks, toInboxOrder } from './conversation-marks.ts'
import { withoutLastText } from './conversation-updates.ts'

type ConversationPage = ApiResponse<'GET /messages/conversations'>

type ConversationPageContext = { pageParam: string | null; signal: AbortSignal; client: QueryClient }

/** Returns the parameters of a list. A search finds archived conversations, too. */
function toListParameters({ q, filter }: { q: string; filter: Exclude<ConversationFilter['filter'], 'requests'> }) {
  if (filter === 'archived') return { q, view: 'archived' as const }
  return { q, filter, ...(q === '' && { view: 'inbox' as const }) }
}

/** Creates the infinite query of the conversations, newest message first. */
export const createConversationQuery = ({ q = '', filter }: ConversationFilter = {}) => ({
  queryKey: chatQueryKeys.conversationList({ q, filter }),
  queryFn: async ({ pageParam: cursor, signal, client }: ConversationPageContext) => {
    if (filter === 'requests') return fetchRequestPage(cursor, signal)
    const fetchPage = () =>
      api('GET /messages/conversations', {
        query: { ...toListParameters({ q, filter }), cursor, limit: PAGE_SIZE.conversations * 4 },
        signal,
      })
    const pushedBefore = client.getQueryData(chatQueryKeys.pushedConversations)
    const page = await fetchPage()
    const isOld = client.getQueryData(chatQueryKeys.pushedConversations) !== pushedBefore
    return isOld && (q || filter) ? fetchPage() : page // only the server can add a pushed message to a filtered list
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination, nextCursor }: ConversationPage) => (pagination.hasMore ? nextCursor : null),
})

async function fetchRequestPage(cursor: string | null, signal: AbortSignal): Promise<ConversationPage> {
  const query = { cursor: cursor ?? undefined, limit: PAGE_SIZE.conversations * 4 }
  const { requests, hasMore, nextCursor } = await api('GET /messages/requests', { query, signal })
  return { conversations: requests, pagination: { hasMore }, nextCursor }
}

/**
 * Returns the infinite query of the conversations, newest message first, without duplicates, and the numbers of those in the archive and of message requests. The
 * inbox begins with the pinned ones. Sends no request unless `enabled`.
 */
export function useConversations({ q = '', filter }: ConversationFilter = {}, { enabled = true } = {}) {
  const cache = useQueryClient()
  const query = useInfiniteQuery({ ...createConversationQuery({ q, filter }), enabled })
  const { data } = query
  const all = data?.pages.flatMap(({ conversations }) => conversations) ?? []
  const found = all.filter(({ _id }, index) => all.findIndex((one) => one._id === _id) === index)
  const isArchive = filter === 'archived'
  const archivedHere = found.filter((conversation) => getMarks(conversation).archived)
  const requests = found.filter(({ request }) => request === 'received')
  const conversations = q
    ? found
    : filter === 'requests'
      ? requests
      : isArchive
        ? archivedHere
        : filter
          ? without(found, archivedHere)
          : toInboxOrder(without(found, requests))
  const archivedCount = (data?.pages[0]?.archivedCount ?? 0) + (isArchive ? 0 : archivedHere.length) // not counted there yet
  useEffect(() => {
    for (const page of data?.pages ?? []) for (const { _id } of page.conversations) void catchUpConversation(cache, _id)
    removeExpiredPreviews(cache, data?.pages ?? [])
    listPushedConversations(cache)
  }, [cache, data]) // a push may have arrived during the request
  return { ...query, conversations, archivedCount, requestCount: data?.pages[0]?.requestCount ?? 0 }
}

/** Removes the text of last messages that have disappeared from the caches, also without a network. */
function removeExpiredPreviews(cache: QueryClient, pages: readonly ConversationPage[]): void {
  const expired = pages
    .flatMap(({ conversations }) => conversations)
    .filter((one) => isLastMessageGone(one) && one.lastMessage?.content)
  for (const { _id } of expired) updateConversation(cache, _id, withoutLastText)
}

const without = <T>(all: readonly T[], left: readonly T[]): T[] => all.filter((one) => !left.includes(one))
