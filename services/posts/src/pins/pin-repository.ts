import type { Viewer } from '@meadow/members'
import type { PostPin } from './pin.ts'

/** Stores the post that each member has pinned to their profile. A change appends its event to the outbox in the same transaction. */
export type PinRepository = {
  /**
   * Pins a post in place of the one that the member has pinned before, or unpins it.
   * @throws post_not_found | not_your_post; forbidden when the account of the member is not active
   */
  set(pin: PostPin): Promise<void>
  /** Returns the id of the post that a member has pinned. Whoever reads the post decides whether the viewer may see it. */
  findByUsername(username: string, viewer: Viewer): Promise<string | undefined>
}
