import type { LikeChange } from './like.ts'

/** Stores likes. A change appends its event to the outbox in the same transaction. */
export type LikeRepository = {
  /**
   * Sets the like of a member to `liked`, or toggles it if `liked` is undefined. Returns whether the member likes the post
   * now. Changes nothing if that is the case already.
   * @throws post_not_found; forbidden when the member's account is not active
   */
  set(change: LikeChange, liked?: boolean): Promise<boolean>
}
