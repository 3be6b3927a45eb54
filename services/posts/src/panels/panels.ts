import type { Viewer } from '@meadow/members'

/** The comments that a post got since a time: their number, and the number of their authors besides the post's own. */
export type RecentComments = { postId: string; comments: number; authors: number }

/** A post of the member with what it got. */
export type OwnPost = { createdAt: Date; likesCount: number; commentsCount: number }

/** Something that the member did. `postId` is the post that they wrote, or on which they commented, or that they like. */
export type OwnAction = { kind: 'post' | 'comment' | 'like'; postId: string; createdAt: Date }

/** Reads what the columns beside a page show. Each query reads a bounded number of rows. */
export type PanelReader = {
  /** Counts the comments of each post since a time, of the newest 5,000. */
  countRecentComments(since: Date): Promise<RecentComments[]>
  /** Returns those of the members whom the viewer mutes. */
  findMuted(viewer: NonNullable<Viewer>, memberIds: readonly string[]): Promise<Set<string>>
  /** Lists the newest posts of the member. */
  listOwnPosts(memberId: string, limit: number): Promise<OwnPost[]>
  /**
   * Counts comments since a time, at most 100, on the newest posts of the viewer, by others whom the viewer may see and does not
   * mute, after which the viewer wrote none at the same post.
   */
  countWaitingComments(viewer: NonNullable<Viewer>, since: Date): Promise<number>
  /** Lists the newest actions of each kind, at most `limit` of each, in no order. */
  listOwnActions(memberId: string, limit: number): Promise<OwnAction[]>
}

export const MAX_RECENT_COMMENTS = 5_000
export const MAX_OWN_POSTS = 200
export const MAX_WAITING_COMMENTS = 100

const MIN_AUTHORS = 2

/** Sorts the posts that more than one member comments on, those with most comments first, then those with most authors. */
export const rankLivePosts = (counted: readonly RecentComments[]): RecentComments[] =>
  counted
    .filter(({ authors }) => authors >= MIN_AUTHORS)
    .toSorted(
      (one, other) =>
        other.comments - one.comments || other.authors - one.authors || (one.postId < other.postId ? 1 : -1),
    )

const MIN_POSTS_TO_COMPARE = 5
const MIN_POSTS_OF_HOUR = 2

/**
 * Finds the hour of the day (UTC) whose posts got most likes and comments on average. Returns null if fewer than five posts can be
 * compared: an hour counts with at least two posts.
 */
export function findBestHour(posts: readonly OwnPost[]): number | null {
  const hours = Map.groupBy(posts, ({ createdAt }) => createdAt.getUTCHours())
  const comparable = [...hours].filter(([, ofHour]) => ofHour.length >= MIN_POSTS_OF_HOUR)
  if (posts.length < MIN_POSTS_TO_COMPARE || comparable.length === 0) return null
  const averages = comparable.map(([hour, ofHour]) => ({
    hour,
    average: ofHour.reduce((sum, { likesCount, commentsCount }) => sum + likesCount + commentsCount, 0) / ofHour.length,
  }))
  const [best] = averages.toSorted((one, other) => other.average - one.average || one.hour - other.hour)
  return best && best.average > 0 ? best.hour : null
}

const WEEK_MS = 7 * 86_400_000

/** Returns the start of the week that ends at `now`. */
export const toStartOfWeek = (now: Date): Date => new Date(now.getTime() - WEEK_MS)

/** Sums the likes of the posts of the week that ends at `now`, and of the week before. */
export function sumLikes(posts: readonly OwnPost[], now: Date): { thisWeek: number; lastWeek: number } {
  const sums = { thisWeek: 0, lastWeek: 0 }
  for (const { createdAt, likesCount } of posts) {
    const age = now.getTime() - createdAt.getTime()
    if (age < WEEK_MS) sums.thisWeek += likesCount
    else if (age < 2 * WEEK_MS) sums.lastWeek += likesCount
  }
  return sums
}

/** Returns the newest of the actions. */
export const selectNewestActions = (actions: readonly OwnAction[], limit: number): OwnAction[] =>
  actions.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime()).slice(0, limit)
