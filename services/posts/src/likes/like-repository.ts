import type { MemberView } from '@meadow/contracts'
import type { MemberReadModel, Viewer } from '@meadow/members'
import { DomainError, type KeysetKey, type KeysetWindow } from '@meadow/service'
import { requireActiveMember } from '../members/require-active-member.ts'
import type { LikeChange } from './like.ts'
import { type LikeRequest, type LikeResult, UNKNOWN_MEMBER } from './like-batch.ts'

/** A member who likes a post. The key is the time of the like, then the id of the member, ascending. */
export type PostLiker = KeysetKey & { member: MemberView }

/** Lists the members who like a post and whom the viewer can see, newest like first, and one more than the window's limit. */
export type ListPostLikers = (postId: string, viewer: Viewer, window: KeysetWindow) => Promise<PostLiker[]>

/** Stores likes. A change appends its event to the outbox in the same transaction. */
export type LikeRepository = {
  /**
   * Sets the like of a member to `liked`, or toggles it if `liked` is undefined. Returns whether the member likes the post
   * now. Changes nothing if that is the case already.
   * @throws post_not_found; forbidden when the member's account is not active
   */
  set(change: LikeChange, liked?: boolean): Promise<boolean>
  listLikers: ListPostLikers
}

/** Creates the repository of a store. `write` applies the plan of `planLikeBatch` to that store. */
export const createLikeRepository = (
  write: (request: LikeRequest) => Promise<LikeResult>,
  members: MemberReadModel,
  listLikers: ListPostLikers,
): LikeRepository => ({
  listLikers,

  async set(change, state) {
    const result = await write({ change, state })
    if (result !== UNKNOWN_MEMBER) return result
    await requireActiveMember(members, change.by)
    const repeated = await write({ change, state })
    if (repeated === UNKNOWN_MEMBER) throw new DomainError('forbidden') // erased in between
    return repeated
  },
})
