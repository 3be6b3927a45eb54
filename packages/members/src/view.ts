import type { MemberView } from '@meadow/contracts'
import type { Member } from './members.ts'

type Shown = Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'>

/** A member as answers show them. */
export const toMemberView = (
  { _id, username, fullName, avatar, isVerified }: Shown,
  isFollowing: boolean,
): MemberView => ({ _id, username, fullName, avatar, isVerified, isFollowing })
