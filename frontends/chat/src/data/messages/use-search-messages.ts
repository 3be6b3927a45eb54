import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { chatQueryKeys } from '../query-keys.ts'

/** Returns the infinite query of the messages with `userId` that contain the words of `q`, newest first. Disabled while `q` is empty. */
export function useSearchMessages(userId: string, q: string) {
  const words = q.trim()
  const query = useInfiniteQuery({
    queryKey: chatQueryKeys.messageSearch(userId, words),
    queryFn: ({ pageParam: before, signal }) =>
      api('GET /messages/:id', {
        params: { id: userId },
        query: { q: words, before, limit: PAGE_SIZE.messages },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, messages }) => (hasMore ? messages[0]?._id : null),
    enabled: words !== '',
  })
  return { ...query, results: query.data?.pages.flatMap(({ messages }) => messages.toReversed()) ?? [] }
}
