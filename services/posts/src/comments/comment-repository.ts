import type { Viewer } from '@meadow/members'
import type { ClientKey, KeysetWindow } from '@meadow/service'
import type { Comment } from '../posts/post.ts'
import type { CommentOrder, NewComment } from './comment.ts'

/** Stores comments. Adding a comment appends its event to the outbox in the same transaction. */
export type CommentRepository = {
  /**
   * Stores a comment. Adding the same comment again changes nothing. Stores nothing and returns the id of the earlier
   * comment if the client key was used before.
   * @throws post_not_found | key_reused; forbidden when the author's account is not active
   */
  add(comment: NewComment, key?: ClientKey): Promise<{ comment: Comment } | { repeatedId: string }>
  /** Finds a comment. Returns undefined if it does not exist or `viewer` may not see its author. */
  find(id: string, viewer: Viewer): Promise<Comment | undefined>
  /**
   * Lists the comments of a post that `viewer` may see in this order, and one more than the window's limit. The window's key
   * is the last comment before it in the same order.
   * @throws post_not_found
   */
  list(postId: string, viewer: Viewer, window: KeysetWindow, order: CommentOrder): Promise<Comment[]>
}
