import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { MemberSummary } from '../member-summaries/member-summary.ts'

/** The two lists of a member: followers, and members that they follow. */
export type FollowSide = 'followers' | 'following'

/** Reads the followers and followed members of a member. */
export type FollowLists = {
  /**
   * Returns the members that `viewer` can see, newest follow first. Returns one more than the window's limit if there are
   * more.
   */
  list(
    side: FollowSide,
    memberId: string,
    viewer: { _id: string },
    window: KeysetWindow,
  ): Promise<(MemberSummary & KeysetKey)[]>
}
