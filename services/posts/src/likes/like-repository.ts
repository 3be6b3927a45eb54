import type { DomainEvent } from '@meadow/contracts'
import type { ChangedPost } from '../posts/post.ts'
import type { Like } from './like.ts'

/** Who likes what. A change is stored with the fact that it causes, or not at all. */
export type LikeRepository = {
  /**
   * Makes `wanted` the state, or turns the state that is there; answers whether it is liked now. When that is so already,
   * nothing changes and nothing is announced.
   * @throws post_not_found | forbidden when the member is gone
   */
  set(
    like: Like,
    wanted: boolean | undefined,
    announce: (liked: boolean, moved: ChangedPost) => DomainEvent,
  ): Promise<{ liked: boolean; changed: boolean }>
}
