import type { Outcome, Pair } from './follow.ts'

/** Where the graph lives, with its counts. */
export type FollowRepository = {
  /**
   * Holds both members, lets `decide` say what becomes of them, and stores that with its event in one step. `decide` may
   * be asked again after a collision. @throws member_not_found when `to` is not there for `from`
   */
  change(from: string, to: string, decide: (pair: Pair) => Outcome): Promise<Outcome>
}
