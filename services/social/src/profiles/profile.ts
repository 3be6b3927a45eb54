import type { Presence, ProfileView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'
import { type About, shownAbout } from './about.ts'

/** A member as their profile shows them, and what is between them and the viewer. */
export type Profile = {
  member: Member
  about: About
  /** The newest of those whom they follow and the viewer may see. */
  following: string[]
  createdAt: Date
  followerCount: number
  followingCount: number
  postCount: number
  /** The viewer follows them. */
  isFollowing: boolean
  /** They follow the viewer. */
  followsYou: boolean
}

/** A profile as this viewer sees it. */
export const toProfileView = (
  { member, about, isFollowing, createdAt, ...rest }: Profile,
  viewer: { _id: string },
  { isOnline, lastActive }: Presence,
): ProfileView => ({
  ...toMemberView(member, isFollowing),
  ...shownAbout(about, member._id === viewer._id),
  following: rest.following,
  createdAt: createdAt.toISOString(),
  followerCount: rest.followerCount,
  followingCount: rest.followingCount,
  postCount: rest.postCount,
  followsYou: rest.followsYou,
  isOnline,
  lastActive,
})
