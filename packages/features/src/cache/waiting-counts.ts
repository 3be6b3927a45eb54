import type { ProfileView } from '@meadow/contracts/browser'
import type { QueryClient } from '@meadow/web'
import { type ProfileResponse, queryKeys } from './query-keys.ts'

export type ProfileCount = 'followingCount' | 'followerCount' | 'postCount'

/** A count of a member that a waiting action changes. */
type WaitingCount = { actionId: string; memberId: string; count: ProfileCount; by: 1 | -1 }

/** A cached profile with the ids of the actions that have changed its counts. A response of the server has none. */
type ProfileWithActions = ProfileResponse & { countedActions?: readonly string[] }

/**
 * Changes a count in every cached profile of the member, once for each action and response of the server. A profile with
 * `isCounted` already contains the action: only the response was lost.
 */
export function addWaitingCount(
  cache: QueryClient,
  { actionId, memberId, count, by }: WaitingCount,
  isCounted: (profile: ProfileView) => boolean = () => false,
): void {
  updateProfiles(cache, memberId, (profile) => {
    const { countedActions = [] } = profile
    if (countedActions.includes(actionId) || isCounted(profile.user)) return profile
    return { ...changeCount(profile, count, by), countedActions: [...countedActions, actionId] }
  })
}

/** Takes the change of an action back where it has been made. */
export function removeWaitingCount(cache: QueryClient, { actionId, memberId, count, by }: WaitingCount): void {
  updateProfiles(cache, memberId, (profile) => {
    const { countedActions = [] } = profile
    if (!countedActions.includes(actionId)) return profile
    const countedOthers = countedActions.filter((id) => id !== actionId)
    return { ...changeCount(profile, count, by === 1 ? -1 : 1), countedActions: countedOthers }
  })
}

/** Returns the profile with a count that is changed by 1 or -1. The count never falls below 0. */
export const changeCount = <Profile extends ProfileResponse>(
  profile: Profile,
  count: ProfileCount,
  by: 1 | -1,
): Profile => ({
  ...profile,
  user: { ...profile.user, [count]: Math.max(0, profile.user[count] + by) },
})

function updateProfiles(
  cache: QueryClient,
  memberId: string,
  change: (profile: ProfileWithActions) => ProfileWithActions,
): void {
  cache.setQueriesData<ProfileWithActions>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === memberId ? change(profile) : profile,
  )
}
