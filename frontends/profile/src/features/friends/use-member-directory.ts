import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { memberListKeys } from '../../cache/member-list-keys.ts'

/** The members whose name or @username fits, the best match first; all of them for ''. */
export function useMemberDirectory(query: string) {
  const found = useInfiniteQuery({
    queryKey: memberListKeys.directory(query),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { users, ...more } = await api('GET /auth/users', {
        query: { query, limit: PAGE_SIZE.directory, cursor },
        signal,
      })
      return { people: users, ...more }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    placeholderData: (before) => before, // whom one saw stays until others come
  })
  return { ...found, people: found.data?.pages.flatMap((page) => page.people) ?? [] }
}
