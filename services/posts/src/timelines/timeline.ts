import type { Viewer } from '@meadow/members'
import type { KeysetKey, KeysetWindow } from '@meadow/service'

/** Whose posts: of the followed and oneself, of all the others, of everybody. */
export type TimelineScope = 'following' | 'discover' | 'all'

/**
 * Which posts of a member: those with a picture, or those that the viewer liked; on the own profile that is whatever one
 * liked.
 */
export type ProfileTab = 'media' | 'liked'

/**
 * Which posts, newest first: keys only, so that what a page shows is read in one place. Each answers one key more than
 * the window's limit, if there is one.
 */
export type Timeline = {
  listHome(viewer: Viewer, scope: TimelineScope, window: KeysetWindow): Promise<KeysetKey[]>
  /**
   * The posts of one member; `liked` begins with the newest like, and its keys are the times of likes.
   * @throws member_not_found when there is nobody of that name for this viewer
   */
  listByMember(username: string, viewer: Viewer, window: KeysetWindow, filter?: ProfileTab): Promise<KeysetKey[]>
}
