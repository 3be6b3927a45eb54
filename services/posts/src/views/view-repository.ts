import type { PostViews, ViewBatch } from './view.ts'

/** Counts the views of posts. A member counts once for each post and day. */
export type ViewRepository = {
  /**
   * Counts the posts of a batch that the member can see, did not write, and had not seen on this day. Other posts, and members whose account
   * is not active, are left out.
   */
  add(batch: ViewBatch): Promise<void>
  /** Returns the views of a post. */
  find(postId: string): Promise<PostViews>
  /** Hides the views of an existing post, or shows them again. */
  setHidden(postId: string, isHidden: boolean): Promise<void>
  /** Deletes a batch of what members saw before a day. Returns true if there may be more. */
  deleteViewedPosts(before: string): Promise<boolean>
}
