import { PAGE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery, useQueryClient } from '@meadow/web'
import { useEffect } from 'react'
import { catchUp } from './catch-up.ts'
import { type ConversationFilter, keys } from './keys.ts'

/** With whom the member talks, the last message first, page by page. */
export function useConversations({ q = '', filter }: ConversationFilter = {}) {
  const cache = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keys.list({ q, filter }),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /messages/conversations', { query: { q, filter, cursor, limit: PAGE.conversations * 4 }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination, nextCursor }) => (pagination.hasMore ? nextCursor : null),
  })
  const { data } = query
  const all = data?.pages.flatMap(({ conversations }) => conversations) ?? []
  const conversations = all.filter(({ _id }, place) => all.findIndex((one) => one._id === _id) === place)
  useEffect(() => {
    for (const page of data?.pages ?? []) for (const { _id } of page.conversations) void catchUp(cache, _id)
  }, [cache, data]) // something may have been told while a page was fetched
  return { ...query, conversations }
}
