import type { PostDraft, PostDraftChange, PostDraftDeletion } from './draft.ts'

/** Stores the drafts of posts, which only their author sees. */
export type PostDraftRepository = {
  /** Lists the drafts of a member, the last changed one first. */
  list(memberId: string): Promise<PostDraft[]>
  /**
   * Stores a draft, whose pictures are then kept with it. Changes nothing if it was stored before.
   * @throws draft_changed | draft_limit_reached; invalid_request if a picture is not the author's or is in a post
   */
  save(change: PostDraftChange): Promise<PostDraft>
  /** Deletes a draft and releases its pictures. Remembers the deletion. @throws draft_changed */
  delete(deletion: PostDraftDeletion): Promise<void>
  /** Forgets a batch of deletions before `before`. Returns true if there may be more. */
  forgetDeleted(before: Date): Promise<boolean>
}
