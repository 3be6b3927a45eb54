import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, useInfiniteQuery } from '@meadow/web'
import { memberListKeys } from '../../cache/member-list-keys.ts'

type MemberPage = Omit<ApiResponse<'GET /auth/users'>, 'users'> & { members: ApiResponse<'GET /auth/users'>['users'] }

/** Creates the infinite query of members by name or @username, best match first; all members for ''. */
export const createDirectoryQuery = (query: string) => ({
  queryKey: memberListKeys.directory(query),
  queryFn: async ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) => {
    const { users, ...more } = await api('GET /auth/users', {
      query: { query, limit: PAGE_SIZE.directory, cursor },
      signal,
    })
    return { members: users, ...more }
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ hasMore, nextCursor }: MemberPage) => (hasMore ? nextCursor : null),
})

/** Fetches the members of the directory page by page. */
export function useMemberDirectory(query: string) {
  const found = useInfiniteQuery({
    ...createDirectoryQuery(query),
    placeholderData: (before) => before, // keeps the previous results while the next ones load
  })
  const members = found.data?.pages.flatMap((page) => page.members) ?? []
  return { ...found, members: [...new Map(members.map((member) => [member._id, member])).values()] }
}
