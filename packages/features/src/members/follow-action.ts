import { type ApiResponse, type OutboxEntry, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { applyFollowUpdate } from '../cache/cached-profile.ts'
import { isProfileQuery, type ProfileResponse, queryKeys } from '../cache/query-keys.ts'
import { addWaitingCount, changeCount, removeWaitingCount } from '../cache/waiting-counts.ts'
import { t } from '../texts.ts'
import { FOLLOW_ACTION_NAME, type FollowActionData } from './follow-action-data.ts'
import { cacheIsFollowing, cacheIsRequested } from './is-following.ts'

/** Follows or unfollows a member. The later click on a member replaces the earlier one. */
export const followAction: OutboxKind<FollowActionData, ApiResponse<'POST /users/:id/follow'>> = {
  name: FOLLOW_ACTION_NAME,
  plan: ({ memberId, username, isFollowing }) => ({
    lane: `member ${memberId}`,
    replaceKey: `follow ${memberId}`,
    requests: [{ call: 'POST /users/:id/follow', params: { id: memberId }, body: { state: isFollowing } }],
    description: t(isFollowing ? 'waiting.follow' : 'waiting.unfollow', { username }),
  }),
  isUndone: (earlier, later) => earlier.isFollowing !== later.isFollowing,
  show(cache, entry) {
    const { memberId, isFollowing, isRequest } = entry.data
    if (isRequest) return cacheIsRequested(cache, memberId, isFollowing)
    cacheIsFollowing(cache, memberId, isFollowing)
    cacheFollowOfProfile(cache, memberId, isFollowing)
    addWaitingCount(cache, toWaitingCount(entry), ({ following, followingCount }) =>
      isFollowing ? following.includes(memberId) : following.length === followingCount && !following.includes(memberId),
    )
  },
  hide(cache, entry) {
    const { memberId, isFollowing, isRequest } = entry.data
    if (isRequest) return cacheIsRequested(cache, memberId, !isFollowing)
    cacheIsFollowing(cache, memberId, !isFollowing)
    cacheFollowOfProfile(cache, memberId, !isFollowing)
    removeWaitingCount(cache, toWaitingCount(entry))
  },
  isShownIn: (queryKey) =>
    isProfileQuery(queryKey) ||
    queryKey[1] === queryKeys.followingByMemberId[1] ||
    queryKey[1] === queryKeys.requestedByMemberId[1],
  getSubject: ({ data: { memberId } }) => `member ${memberId}`,
  settle(cache, entry, { isFollowing, isRequested = false, followerCount }) {
    const { memberId, username } = entry.data
    cacheIsFollowing(cache, memberId, isFollowing)
    cacheIsRequested(cache, memberId, isRequested)
    if (isFollowing !== entry.data.isFollowing) removeWaitingCount(cache, toWaitingCount(entry)) // the member is private
    cache.setQueriesData<ProfileResponse>(
      { queryKey: queryKeys.profiles },
      (profile) => profile && applyFollowUpdate(profile, { userId: memberId, isFollowing, followerCount }),
    )
    if (isFollowing) cacheNewlyFollowed(cache, username)
  },
  describeRefusal: (_refusal, { isSilent }) => (isSilent ? '' : t('members.followFailed')),
  onRefusal: 'drop',
}
registerOutboxKind(followAction)

const toWaitingCount = ({ id, memberId, data }: OutboxEntry<FollowActionData>) => ({
  actionId: id,
  memberId,
  count: 'followingCount' as const,
  by: data.isFollowing ? (1 as const) : (-1 as const),
})

/** Changes the follow state and the follower count of the cached profile, unless it has the state already. */
const cacheFollowOfProfile = (cache: QueryClient, memberId: string, isFollowing: boolean) =>
  cache.setQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === memberId && profile.isFollowing !== isFollowing
      ? changeCount(
          { ...profile, isFollowing, user: { ...profile.user, isFollowing } },
          'followerCount',
          isFollowing ? 1 : -1,
        )
      : profile,
  )

/** Records a follow for the home page, which then shows posts of the member. */
const cacheNewlyFollowed = (cache: QueryClient, username: string) =>
  cache.setQueryData<readonly string[]>(queryKeys.newlyFollowedUsernames, (known = []) => [...known, username])
