import type { Viewer } from '@meadow/members'
import type { KeysetKey } from '@meadow/service'
import type { Post } from '../posts/post.ts'

/**
 * The authors of a home timeline: the viewer and the members that the viewer follows; all other members; or all members.
 */
export type TimelineScope = 'following' | 'discover' | 'all'

/**
 * A tab of a profile: `media` shows the member's posts with a picture, `liked` those of them that the viewer likes. On the
 * viewer's own profile, `liked` shows all posts that the viewer likes.
 */
export type ProfileTab = 'media' | 'liked'

/**
 * A post of a timeline, as the viewer sees it. `post` is undefined for the entry beyond the window's limit, and for a
 * post that was deleted meanwhile. `viewerMutes` is false if the viewer mutes no words, posts or tags, and undefined if that was not read.
 */
export type TimelineEntry = KeysetKey & { post: Post | undefined; viewerMutes?: boolean }

/** A part of a list of posts: `limit` entries after the key `after`, or the first ones. */
export type TimelineWindow = { limit: number; after: KeysetKey | undefined }

/** Lists posts, newest first. A home timeline leaves out members whom the viewer mutes; a profile shows them. Each function returns one entry more than the window's limit if there are more posts. */
export type Timeline = {
  listHome(viewer: Viewer, scope: TimelineScope, window: TimelineWindow): Promise<TimelineEntry[]>
  /**
   * Lists the posts of a profile tab, or all posts of a member. The tab `liked` is in the order of the likes, and its
   * entries have their times.
   * @throws member_not_found when the member does not exist or `viewer` may not see them
   */
  listByMember(username: string, viewer: Viewer, window: TimelineWindow, tab?: ProfileTab): Promise<TimelineEntry[]>
}

/** The query that lists a profile tab. `none` means an empty list. */
export type ProfileTabQuery = 'posts' | 'posts-with-picture' | 'all-likes' | 'likes-of-author' | 'none'

/** Selects the query for a tab of the profile of `memberId`. */
export function selectProfileTabQuery(memberId: string, viewer: Viewer, tab: ProfileTab | undefined): ProfileTabQuery {
  if (tab === undefined) return 'posts'
  if (tab === 'media') return 'posts-with-picture'
  if (!viewer) return 'none'
  return memberId === viewer._id ? 'all-likes' : 'likes-of-author'
}
