import type { ThrottleLimit } from '@meadow/service'

/** Requests with views of one member. A page sends one every few seconds at most. */
export const VIEWS_LIMIT: ThrottleLimit = { name: 'views', max: 1_200, windowSeconds: 3_600 }

/** Posts that are counted per member and day. A batch that starts below this limit is counted in full. */
export const MAX_VIEWED_POSTS_PER_DAY = 1_000

/** Rows of the sets of viewed posts that one batch of the cleanup deletes. */
export const VIEWED_POSTS_BATCH_SIZE = 1_000

const MAX_EXACT_VIEWS = 1_000
const DAY_MS = 86_400_000

/** Posts that a member saw at `at`. */
export type ViewBatch = { memberId: string; postIds: readonly string[]; at: Date }

/** The stored views of a post. The days (UTC, such as `2026-03-01`) are null without views. `isHidden`: only the author sees them. */
export type PostViews = { count: number; firstDay: string | null; lastDay: string | null; isHidden: boolean }

export const NO_VIEWS: PostViews = { count: 0, firstDay: null, lastDay: null, isHidden: false }

/** Returns the day of a time, in UTC. */
export const toViewDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the oldest day whose sets of viewed posts are kept: yesterday, for clocks of services that differ at midnight. */
export const getOldestViewDay = (now: Date): string => toViewDay(new Date(now.getTime() - DAY_MS))

/** Returns the posts of a batch that the member had not seen on this day, each once. None if the member saw too many. */
export const chooseNewViews = (postIds: readonly string[], viewedIds: readonly string[]): string[] =>
  viewedIds.length >= MAX_VIEWED_POSTS_PER_DAY ? [] : chooseUnseenPosts(postIds, viewedIds)

/** Returns the posts that are not among those that the member saw, each once, in the order of their ids. */
export function chooseUnseenPosts(postIds: readonly string[], viewedIds: readonly string[]): string[] {
  const viewed = new Set(viewedIds)
  return [...new Set(postIds)].filter((id) => !viewed.has(id)).toSorted()
}

/** Rounds a number of views down to two significant digits, from 1,000 on. Smaller numbers are exact. */
export function roundViews(count: number): number {
  if (count < MAX_EXACT_VIEWS) return count
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1)
  return Math.floor(count / unit) * unit
}

/** Converts the views of a post to what a viewer may know of them. Returns null if the author hides them from the viewer. */
export const toPostViewsView = ({ count, ...views }: PostViews, isAuthor: boolean): PostViews | null =>
  views.isHidden && !isAuthor ? null : { count: roundViews(count), ...views }
