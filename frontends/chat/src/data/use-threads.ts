import { PAGE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { keys } from './keys.ts'

/** The threads with `userId`, the last written first, each with its `root` and what is unread in it. */
export function useThreads(userId: string) {
  const query = useInfiniteQuery({
    queryKey: keys.threads(userId),
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /messages/:userId/threads', { params: { userId }, query: { cursor, limit: PAGE.follows }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
  })
  return { ...query, threads: query.data?.pages.flatMap(({ threads }) => threads) ?? [] }
}
