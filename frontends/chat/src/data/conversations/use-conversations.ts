import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, useInfiniteQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { type ConversationFilter, chatQueryKeys } from '../query-keys.ts'
import { catchUpConversation } from '../sync/catch-up.ts'

type ConversationPage = ApiResponse<'GET /messages/conversations'>

/** Creates the infinite query of the conversations, newest message first. */
export const createConversationQuery = ({ q = '', filter }: ConversationFilter = {}) => ({
  queryKey: chatQueryKeys.conversationList({ q, filter }),
  queryFn: ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    api('GET /messages/conversations', { query: { q, filter, cursor, limit: PAGE_SIZE.conversations * 4 }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ pagination, nextCursor }: ConversationPage) => (pagination.hasMore ? nextCursor : null),
})

/** Returns the infinite query of the conversations, newest message first, without duplicates. */
export function useConversations({ q = '', filter }: ConversationFilter = {}) {
  const cache = useQueryClient()
  const query = useInfiniteQuery(createConversationQuery({ q, filter }))
  const { data } = query
  const all = data?.pages.flatMap(({ conversations }) => conversations) ?? []
  const conversations = all.filter(({ _id }, index) => all.findIndex((one) => one._id === _id) === index)
  useEffect(() => {
    for (const page of data?.pages ?? []) for (const { _id } of page.conversations) void catchUpConversation(cache, _id)
  }, [cache, data]) // a push may have arrived during the request
  return { ...query, conversations }
}
