import type { Viewer } from '@meadow/members'
import type { PostEdit, PostVersion } from './edit.ts'

/** Stores edits of posts. An edit appends its event to the outbox in the same transaction. */
export type EditRepository = {
  /**
   * Changes the text of a post and keeps the one before. Changes nothing if the post has this text already.
   * @throws post_not_found | not_your_post | edited_elsewhere | invalid_request; forbidden when the account of the member is not active
   */
  edit(edit: PostEdit): Promise<void>
  /** Lists the texts of a post, the current one first, and one more than `limit`. @throws post_not_found */
  listVersions(postId: string, viewer: Viewer, limit: number): Promise<PostVersion[]>
}
