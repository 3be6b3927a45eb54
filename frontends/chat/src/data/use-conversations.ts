import { PAGE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { type ConversationFilter, keys } from './keys.ts'

/** With whom the member talks, the last message first, page by page. */
export function useConversations({ q = '', filter }: ConversationFilter = {}) {
  const query = useInfiniteQuery({
    queryKey: keys.list({ q, filter }),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /messages/conversations', { query: { q, filter, cursor, limit: PAGE.conversations * 4 }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination, nextCursor }) => (pagination.hasMore ? nextCursor : null),
  })
  const all = query.data?.pages.flatMap(({ conversations }) => conversations) ?? []
  const conversations = all.filter(({ _id }, place) => all.findIndex((one) => one._id === _id) === place)
  return { ...query, conversations }
}
