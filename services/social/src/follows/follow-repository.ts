import type { Member } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { FollowOutcome, FollowPair } from './follow.ts'

/** A member who waits for another to accept. `isFollowing`: the other follows this member. */
type FollowRequest = KeysetKey & {
  member: Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'>
  isFollowing: boolean
}

/** Stores the follow graph with its counts, and follow requests. */
export type FollowRepository = {
  /**
   * Locks both members, calls `decide`, and stores the change with its event in one transaction. `decide` must be pure,
   * because it can be called again. @throws member_not_found if `from` cannot see `to`
   */
  change(from: string, to: string, decide: (pair: FollowPair) => FollowOutcome): Promise<FollowOutcome>
  /** Returns the requests to a member, newest first, one more than the window's limit if there are more. */
  listRequests(memberId: string, window: KeysetWindow): Promise<FollowRequest[]>
  countRequests(memberId: string): Promise<number>
  /** Returns the ids of members who wait for `memberId`, hidden ones included, longest first. */
  listRequesterIds(memberId: string, limit: number): Promise<string[]>
  /** Removes a request that can no longer become a follow, without an event. */
  dropRequest(from: string, to: string): Promise<void>
}
