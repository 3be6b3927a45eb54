import type { FollowOutcome, FollowPair } from './follow.ts'

/** Stores the follow graph and its counts. */
export type FollowRepository = {
  /**
   * Locks both members, calls `decide`, and stores the change with its event in one transaction. `decide` must be pure,
   * because it can be called again. @throws member_not_found if `from` cannot see `to`
   */
  change(from: string, to: string, decide: (pair: FollowPair) => FollowOutcome): Promise<FollowOutcome>
}
