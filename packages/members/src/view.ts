import type { MemberView } from '@meadow/contracts'
import type { Member } from './members.ts'

/** A member as answers show them. */
export const toMemberView = (
  {
    _id,
    username,
    fullName,
    avatar,
    isVerified,
  }: Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'>,
  isFollowing: boolean,
): MemberView => ({ _id, username, fullName, avatar, isVerified, isFollowing })
