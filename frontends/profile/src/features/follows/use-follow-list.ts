import { PAGE_SIZE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { type FollowTab, memberListKeys } from '../../cache/member-list-keys.ts'

type FollowPageParams = { username: string; cursor: string | null; signal: AbortSignal }

const toRequest = ({ username, cursor, signal }: FollowPageParams) => ({
  params: { idOrUsername: username },
  query: { limit: PAGE_SIZE.follows, cursor },
  signal,
})

const FETCH_FOLLOW_PAGE = {
  followers: async (params: FollowPageParams) => {
    const { followers, ...more } = await api('GET /auth/profile/:idOrUsername/followers', toRequest(params))
    return { members: followers, ...more }
  },
  following: async (params: FollowPageParams) => {
    const { following, ...more } = await api('GET /auth/profile/:idOrUsername/following', toRequest(params))
    return { members: following, ...more }
  },
}

/** Fetches the followers or the following list of a member, newest first. */
export function useFollowList(username: string, tab: FollowTab) {
  const query = useInfiniteQuery({
    queryKey: memberListKeys.follows(username, tab),
    queryFn: ({ pageParam: cursor, signal }) => FETCH_FOLLOW_PAGE[tab]({ username, cursor, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // follows change on other pages
  })
  return { ...query, members: query.data?.pages.flatMap((page) => page.members) ?? [] }
}
