import type { MemberView } from '@meadow/contracts'
import type { Member } from './member-read-model.ts'

/** Converts a member to the view in responses. */
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
