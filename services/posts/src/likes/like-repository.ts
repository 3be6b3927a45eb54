import type { MemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { LikeChange } from './like.ts'
import { type LikeRequest, type LikeResult, UNKNOWN_MEMBER } from './like-batch.ts'

/** Stores likes. A change appends its event to the outbox in the same transaction. */
export type LikeRepository = {
  /**
   * Sets the like of a member to `liked`, or toggles it if `liked` is undefined. Returns whether the member likes the post
   * now. Changes nothing if that is the case already.
   * @throws post_not_found; forbidden when the member's account is not active
   */
  set(change: LikeChange, liked?: boolean): Promise<boolean>
}

/** Creates the repository of a store. `write` applies the plan of `planLikeBatch` to that store. */
export const createLikeRepository = (
  write: (request: LikeRequest) => Promise<LikeResult>,
  members: MemberReadModel,
): LikeRepository => ({
  async set(change, state) {
    const result = await write({ change, state })
    if (result !== UNKNOWN_MEMBER) return result
    await requireActiveMember(members, change.by)
    const repeated = await write({ change, state })
    if (repeated === UNKNOWN_MEMBER) throw new DomainError('forbidden') // erased in between
    return repeated
  },
})
