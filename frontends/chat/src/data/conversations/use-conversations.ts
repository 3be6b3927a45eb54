import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, type QueryClient, useInfiniteQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { type ConversationFilter, chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation, listPushedConversations } from '../sync/catch-up.ts'

type ConversationPage = ApiResponse<'GET /messages/conversations'>

type ConversationPageContext = { pageParam: string | null; signal: AbortSignal; client: QueryClient }

/** Creates the infinite query of the conversations, newest message first. */
export const createConversationQuery = ({ q = '', filter }: ConversationFilter = {}) => ({
  queryKey: chatQueryKeys.conversationList({ q, filter }),
  queryFn: async ({ pageParam: cursor, signal, client }: ConversationPageContext) => {
    const fetchPage = () =>
      api('GET /messages/conversations', { query: { q, filter, cursor, limit: PAGE_SIZE.conversations * 4 }, signal })
    const pushedBefore = client.getQueryData(chatQueryKeys.pushedConversations)
    const page = await fetchPage()
    const isOld = client.getQueryData(chatQueryKeys.pushedConversations) !== pushedBefore
    return isOld && (q || filter) ? fetchPage() : page // only the server can add a pushed message to a filtered list
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination, nextCursor }: ConversationPage) => (pagination.hasMore ? nextCursor : null),
})

/** Returns the infinite query of the conversations, newest message first, without duplicates. Sends no request unless `enabled`. */
export function useConversations({ q = '', filter }: ConversationFilter = {}, { enabled = true } = {}) {
  const cache = useQueryClient()
  const query = useInfiniteQuery({ ...createConversationQuery({ q, filter }), enabled })
  const { data } = query
  const all = data?.pages.flatMap(({ conversations }) => conversations) ?? []
  const conversations = all.filter(({ _id }, index) => all.findIndex((one) => one._id === _id) === index)
  useEffect(() => {
    for (const page of data?.pages ?? []) for (const { _id } of page.conversations) void catchUpConversation(cache, _id)
    listPushedConversations(cache)
  }, [cache, data]) // a push may have arrived during the request
  return { ...query, conversations }
}
