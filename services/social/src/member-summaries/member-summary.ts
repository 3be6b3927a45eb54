import type { MemberSummaryView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'

/** A member in a list, as one viewer sees them. */
export type MemberSummary = {
  member: Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'>
  bio: string
  followerCount: number
  /** The viewer follows this member. */
  isFollowing: boolean
  /** Number of members whom the viewer follows and who follow this member. Only the directory counts them. */
  mutualFriendCount?: number
}

/** Converts a summary to the view in responses. */
export const toMemberSummaryView = ({
  member,
  bio,
  followerCount,
  isFollowing,
  mutualFriendCount,
}: MemberSummary): MemberSummaryView => ({
  ...toMemberView(member, isFollowing),
  bio,
  followerCount,
  ...(mutualFriendCount !== undefined && { mutualFriendCount }),
})
