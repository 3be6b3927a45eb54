import type { ProfileView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'

/** A member as their profile shows them, and what is between them and the viewer. */
export type Profile = {
  member: Member
  createdAt: Date
  followerCount: number
  followingCount: number
  postCount: number
  /** The viewer follows them. */
  isFollowing: boolean
  /** They follow the viewer. */
  followsYou: boolean
}

/** What members will say of themselves. */
const UNSAID = {
  cover: '',
  bio: '',
  website: '',
  location: '',
  birthday: null,
  gender: '',
  relationshipStatus: '',
  workplace: '',
  education: '',
  hometown: '',
  currentCity: '',
  phone: '',
} as const

export const toProfileView = ({ member, isFollowing, createdAt, ...counts }: Profile): ProfileView => ({
  ...toMemberView(member, isFollowing),
  ...UNSAID,
  following: [],
  createdAt: createdAt.toISOString(),
  followerCount: counts.followerCount,
  followingCount: counts.followingCount,
  postCount: counts.postCount,
  followsYou: counts.followsYou,
})
