import type { PersonView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'

/** A member in a list of people, as one viewer sees them. */
export type Person = {
  member: Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'>
  bio: string
  followerCount: number
  /** The viewer follows them. */
  isFollowing: boolean
}

export const toPersonView = ({ member, bio, followerCount, isFollowing }: Person): PersonView => ({
  ...toMemberView(member, isFollowing),
  bio,
  followerCount,
})
