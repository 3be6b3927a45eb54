import type { SocketHeard } from '@meadow/contracts'
import type { Profile } from './query-keys.ts'

/** The profile of whom the viewer follows now, or no longer does. */
export function applyFollowUpdate(profile: Profile, told: SocketHeard['followUpdated']): Profile {
  if (profile.user._id !== told.userId) return profile
  const { isFollowing, followerCount } = told
  return { ...profile, isFollowing, user: { ...profile.user, isFollowing, followerCount } }
}
