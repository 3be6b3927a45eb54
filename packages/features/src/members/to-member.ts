import type { MemberView } from '@meadow/contracts/browser'

/** Keeps what every list of members needs; a profile has more. */
export const toMember = ({ _id, username, fullName, avatar, isVerified, isFollowing }: MemberView): MemberView => ({
  _id,
  username,
  fullName,
  avatar,
  isVerified,
  isFollowing,
})
