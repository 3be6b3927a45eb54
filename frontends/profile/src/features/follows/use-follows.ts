import { PAGE } from '@meadow/contracts/limits'
import { api, useInfiniteQuery } from '@meadow/web'
import { type FollowTab, peopleKeys } from '../../cache/keys.ts'

type Asked = { username: string; cursor: string | null; signal: AbortSignal }

const ask = ({ username, cursor, signal }: Asked) => ({
  params: { idOrUsername: username },
  query: { limit: PAGE.follows, cursor },
  signal,
})

const LISTS = {
  followers: async (asked: Asked) => {
    const { followers, ...more } = await api('GET /auth/profile/:idOrUsername/followers', ask(asked))
    return { people: followers, ...more }
  },
  following: async (asked: Asked) => {
    const { following, ...more } = await api('GET /auth/profile/:idOrUsername/following', ask(asked))
    return { people: following, ...more }
  },
}

/** Who follows a member, or whom they follow, the newest first. */
export function useFollows(username: string, tab: FollowTab) {
  const query = useInfiniteQuery({
    queryKey: peopleKeys.follows(username, tab),
    queryFn: ({ pageParam: cursor, signal }) => LISTS[tab]({ username, cursor, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // people follow each other everywhere in the page
  })
  return { ...query, people: query.data?.pages.flatMap((page) => page.people) ?? [] }
}
