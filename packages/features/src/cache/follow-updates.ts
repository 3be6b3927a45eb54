import type { ServerToClientEvents } from '@meadow/contracts'
import type { ProfileResponse } from './query-keys.ts'

/** Returns the profile with the follow state and follower count of a `followUpdated` push. */
export function applyFollowUpdate(
  profile: ProfileResponse,
  push: ServerToClientEvents['followUpdated'],
): ProfileResponse {
  if (profile.user._id !== push.userId) return profile
  const { isFollowing, followerCount } = push
  return { ...profile, isFollowing, user: { ...profile.user, isFollowing, followerCount } }
}
