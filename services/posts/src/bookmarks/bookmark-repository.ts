import type { Viewer } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { TimelineEntry } from '../timelines/timeline.ts'

/** A bookmark of a post. Without `folder` an earlier bookmark stays in its folder. */
type NewBookmark = { memberId: string; postId: string; folder: string | undefined; createdAt: Date }

/** A folder with its bookmarks, also of posts that the member can no longer see. */
export type BookmarkFolder = { name: string; count: number }

/** Stores bookmarks, which only their member sees. */
export type BookmarkRepository = {
  /**
   * Stores a bookmark, or moves it to another folder. It keeps the time at which it was made.
   * @throws post_not_found | folder_limit_reached
   */
  set(bookmark: NewBookmark): Promise<void>
  /** Removes a bookmark, if there is one. */
  remove(memberId: string, postId: string): Promise<void>
  /** Lists the bookmarked posts that the member can see, newest bookmark first, and one more than the window's limit. */
  list(member: NonNullable<Viewer>, folder: string | undefined, window: KeysetWindow): Promise<TimelineEntry[]>
  /** Lists the folders by their names. Bookmarks in no folder are not among them. */
  listFolders(memberId: string): Promise<BookmarkFolder[]>
}
