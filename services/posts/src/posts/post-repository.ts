import type { Actor, DomainEvent } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import type { ClientKey } from '@meadow/service'
import type { NewPost, Post } from './post.ts'

/** Where posts live. A write takes the fact that it causes; the adapter stores both in one step, or neither. */
export type PostRepository = {
  /** Those of the posts that `viewer` may see, in the order of `ids`. */
  findMany(ids: readonly string[], viewer: Viewer): Promise<Post[]>
  /**
   * Under a client key that was used before, nothing is added and the earlier post answered as it is now.
   * @throws invalid_request when the picture is not a free one of the author's; forbidden when the author is gone;
   * key_reused; post_not_found when the earlier post is gone
   */
  add(post: NewPost, author: Actor, announce: (image: string) => DomainEvent, key?: ClientKey): Promise<Post>
  /**
   * Removes a post with all that belongs to it; its file is left to the sweep.
   * @throws post_not_found | not_your_post
   */
  remove(
    id: string,
    by: Actor,
    at: Date,
    announce: (gone: { authorId: string; rev: number }) => DomainEvent,
  ): Promise<void>
  ping(): Promise<void>
}
