import type { ServerToClientEvents } from '@meadow/contracts'
import type { ProfileResponse } from './query-keys.ts'

/** The profile of whom the viewer follows now, or no longer does. */
export function applyFollowUpdate(
  profile: ProfileResponse,
  push: ServerToClientEvents['followUpdated'],
): ProfileResponse {
  if (profile.user._id !== push.userId) return profile
  const { isFollowing, followerCount } = push
  return { ...profile, isFollowing, user: { ...profile.user, isFollowing, followerCount } }
}
