import type { DomainEvent } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import type { ClientKey, KeysetWindow } from '@meadow/service'
import type { ChangedPost, Comment } from '../posts/post.ts'
import type { NewComment } from './comment.ts'

/** What members say about posts. A comment is stored with the fact that it causes, or not at all. */
export type CommentRepository = {
  /**
   * Adding the same comment again changes nothing. Under a client key that was used before, nothing is added and the
   * earlier comment answered as it is now.
   * @throws post_not_found | key_reused | forbidden when the member is gone
   */
  add(comment: NewComment, announce: (moved: ChangedPost) => DomainEvent, key?: ClientKey): Promise<Comment>
  /**
   * The comments of a post by those whom `viewer` may see, newest first, with one more than the window's limit.
   * @throws post_not_found
   */
  list(postId: string, viewer: Viewer, window: KeysetWindow): Promise<Comment[]>
}
