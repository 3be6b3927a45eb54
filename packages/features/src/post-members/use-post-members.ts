import { PAGE_SIZE } from '@meadow/contracts/limits'
import { type ApiResponse, api, useInfiniteQuery } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'

/** The lists of members of a post, by their calls. */
const CALLS = { likes: 'GET /posts/:id/likes', shares: 'GET /posts/:id/shares' } as const

/** A list of members who did something with a post. */
export type PostMembersList = keyof typeof CALLS

/** A member of such a list, and when they did so. */
export type PostMember = ApiResponse<(typeof CALLS)[PostMembersList]>['members'][number]

export type PostMembers = { postId: string; list: PostMembersList }

/** Fetches the members of a list, newest first, while `isOpen`. */
export function usePostMembers({ postId, list }: PostMembers, isOpen: boolean) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.memberLists, list, postId],
    queryFn: ({ pageParam: cursor, signal }): Promise<ApiResponse<(typeof CALLS)[PostMembersList]>> =>
      api(CALLS[list], { params: { id: postId }, query: { limit: PAGE_SIZE.follows, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    enabled: isOpen,
    staleTime: 0, // others like, share and unlike it in between
  })
  const membersById = new Map(query.data?.pages.flatMap(({ members }) => members.map((member) => [member._id, member])))
  return { ...query, members: [...membersById.values()] } // somebody who liked or shared it again is on two pages
}
