import type { Act } from './act.ts'

/** Whose acts: all of one member's, those between two, or everybody's. */
export type Whose = { actor: string } | { between: readonly [string, string] } | 'everybody'

/**
 * Turns what was heard into notifications. Each change goes with its counters and the facts about it; bound to the
 * transaction of the consumer.
 */
export type Acts = {
  /** Tells acts of one type, oldest first, to whom they concern, unless these do not want to know or are gone. */
  tell(acts: readonly Act[]): Promise<void>
  /** Takes likes back, out of what is unread. */
  withdrawLikes(likes: readonly { postId: string; from: string; to: string; at: Date }[]): Promise<void>
  /** Hides whom a member may not see any more, and shows whom they may see again. */
  applyPolicy(whose: Whose, at: Date): Promise<void>
  /** All that tells of these posts goes. */
  removeAbout(postIds: readonly string[], at: Date): Promise<void>
  /** All that is from or to a member goes. */
  removeMember(memberId: string, at: Date): Promise<void>
}
