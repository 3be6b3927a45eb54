import type { MemberSummaryView } from '@meadow/contracts'
import { type Member, toMemberView } from '@meadow/members'

/** A member in a list, as one viewer sees them. */
export type MemberSummary = {
  member: Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified' | 'isPrivate'>
  bio: string
  followerCount: number
  /** The viewer follows this member. */
  isFollowing: boolean
  /** The viewer waits for this member to accept a follow. */
  isRequested: boolean
  /** Number of members whom the viewer follows and who follow this member. Only the directory counts them. */
  mutualFriendCount?: number
}

/** Converts a summary to the view in responses. */
export const toMemberSummaryView = ({
  member,
  bio,
  followerCount,
  isFollowing,
  isRequested,
  mutualFriendCount,
}: MemberSummary): MemberSummaryView => ({
  ...toMemberView(member, isFollowing),
  bio,
  followerCount,
  isPrivate: member.isPrivate,
  isRequested,
  ...(mutualFriendCount !== undefined && { mutualFriendCount }),
})
