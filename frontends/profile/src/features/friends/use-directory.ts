import { PAGE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { peopleKeys } from '../../cache/keys.ts'

/** The members whose name or @username fits, the best match first; all of them for ''. */
export function useDirectory(query: string) {
  const found = useInfiniteQuery({
    queryKey: peopleKeys.directory(query),
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { users, ...more } = await api('GET /auth/users', {
        query: { query, limit: PAGE.directory, cursor },
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
