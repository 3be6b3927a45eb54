import type { MemberView } from '@meadow/contracts/browser'
import { api, type QueryClient, useMutation, useQueryClient, useSession, useToast } from '@meadow/web'
import { adjustProfileCount } from '../cache/cached-profile.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from '../texts.ts'
import { cacheIsFollowing, withFollowedMember } from './is-following.ts'

export type FollowOptions = {
  /** Rolls back a failed change without a toast. */
  isSilent?: boolean | undefined
}

/** Mutation that follows (true) or unfollows (false) a member: optimistic, rolled back on failure. */
export function useFollow(
  member: Pick<MemberView, '_id' | 'username'>,
  { isSilent: silent = false }: FollowOptions = {},
) {
  const cache = useQueryClient()
  const { user, setUser } = useSession()
  const toast = useToast()

  const applyFollow = (state: boolean) => {
    cacheIsFollowing(cache, member._id, state)
    adjustProfileCount(cache, member._id, 'followerCount', state ? 1 : -1)
    if (user) adjustProfileCount(cache, user._id, 'followingCount', state ? 1 : -1)
    setUser((me) => withFollowedMember(me, member._id, state))
  }
  return useMutation({
    mutationKey: queryKeys.followMutation(member._id),
    scope: { id: `follow ${member._id}` }, // runs in series, in the order of the clicks
    mutationFn: (state: boolean) => api('POST /users/:id/follow', { params: { id: member._id }, body: { state } }),
    onMutate: applyFollow,
    onSuccess: (_, state) => {
      if (state) cacheNewlyFollowed(cache, member.username)
    },
    onError: (_, state) => {
      applyFollow(!state)
      if (!silent) toast({ tone: 'error', title: t('members.followFailed') })
    },
  })
}

/** Records a follow for the home page, which then shows posts of the member. */
const cacheNewlyFollowed = (cache: QueryClient, username: string) =>
  cache.setQueryData<readonly string[]>(queryKeys.newlyFollowedUsernames, (known = []) => [...known, username])
