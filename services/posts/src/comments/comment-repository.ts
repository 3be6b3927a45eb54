import type { Viewer } from '@meadow/members'
import type { ClientKey, KeysetWindow } from '@meadow/service'
import type { Comment } from '../posts/post.ts'
import type { CommentOrder, NewComment } from './comment.ts'
import type { CommentChange, CommentEdit } from './comment-change.ts'

/** Stores comments. Adding a comment appends its event to the outbox in the same transaction. */
export type CommentRepository = {
  /**
   * Stores a comment. Adding the same comment again changes nothing. Stores nothing and returns the id of the earlier
   * comment if the client key was used before.
   * @throws post_not_found | comment_not_found | comment_not_allowed | key_reused; forbidden when the author's account is not active
   */
  add(comment: NewComment, key?: ClientKey): Promise<{ comment: Comment } | { repeatedId: string }>
  /** Finds a comment of a post, with its first replies. Returns undefined if it does not exist or `viewer` may not see it. */
  find(comment: { postId: string; id: string }, viewer: Viewer): Promise<Comment | undefined>
  /**
   * Lists the comments of a post that `viewer` may see in this order, or the replies to one of them, and one more than the window's
   * limit. The window's key is the last comment before it in the same order. Comments have their first replies.
   * @throws post_not_found
   */
  list(postId: string, viewer: Viewer, window: KeysetWindow, selection: CommentSelection): Promise<Comment[]>
  /** Replaces the text of a comment. @throws see `checkCommentEdit` */
  edit(edit: CommentEdit): Promise<void>
  /** Deletes a comment with the replies to it, and their likes. @throws see `checkCommentDeletion` */
  delete(deletion: CommentChange): Promise<void>
  /**
   * Hides a comment with the replies to it, or shows it again. Changes nothing if that is the case already.
   * @throws see `checkCommentHiding`; comment_not_found
   */
  setHidden(change: CommentChange, isHidden: boolean): Promise<void>
  /** Likes (true) or unlikes a comment. Changes nothing if that is the case already. @throws see `planCommentLike` */
  setLike(change: CommentChange, isLiked: boolean): Promise<void>
}

/** The comments of a post that are not replies, or the replies to one of them, in an order. */
export type CommentSelection = { order: CommentOrder; parentId?: string | undefined }
