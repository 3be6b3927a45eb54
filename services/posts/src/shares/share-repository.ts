import type { MemberView } from '@meadow/contracts'
import type { Viewer } from '@meadow/members'
import type { ClientKey, KeysetKey, KeysetWindow } from '@meadow/service'
import type { NewShare, ShareRemoval } from './share.ts'

/** The original, and the share, which may be an earlier one. */
type AddedShare = { originalId: string; shareId: string }

/** A member who shares a post. The key is the time of their newest share of it, then the id of the member, ascending. */
export type PostSharer = KeysetKey & { member: MemberView }

/**
 * Lists the members who share a post, with or without a comment, and whose shares the viewer can see: each once, newest share first, and one
 * more than the window's limit.
 */
export type ListPostSharers = (postId: string, viewer: Viewer, window: KeysetWindow) => Promise<PostSharer[]>

/** Stores shares, which are posts. Each write appends its events to the outbox in the same transaction. */
export type ShareRepository = {
  /**
   * Stores a share. Stores nothing if the client key was used before, or if the member shares the post already and adds no comment.
   * @throws forbidden | post_not_found | not_shareable | key_reused
   */
  add(share: NewShare, key?: ClientKey): Promise<AddedShare>
  /** Removes the share without a comment that the member has of a post, if there is one, even if they no longer see the post. */
  remove(removal: ShareRemoval): Promise<void>
  listSharers: ListPostSharers
}
