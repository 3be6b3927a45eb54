import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { memberListKeys } from '../../cache/member-list-keys.ts'

/** Fetches members by name or @username, best match first; all members for ''. */
export function useMemberDirectory(query: string) {
  const found = useInfiniteQuery({
    queryKey: memberListKeys.directory(query),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { users, ...more } = await api('GET /auth/users', {
        query: { query, limit: PAGE_SIZE.directory, cursor },
        signal,
      })
      return { members: users, ...more }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    placeholderData: (before) => before, // keeps the previous results while the next ones load
  })
  return { ...found, members: found.data?.pages.flatMap((page) => page.members) ?? [] }
}
