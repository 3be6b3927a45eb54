import type { TextFacet } from '@meadow/contracts'
import { MAX_USED_TAGS } from '@meadow/contracts/limits'
import type { Viewer } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { TimelineEntry } from '../timelines/timeline.ts'

/** Returns the tags of a text, each once. */
export const listTags = (facets: readonly TextFacet[]): string[] => [...new Set(facets.flatMap(({ tag }) => tag ?? []))]

/** Returns the tags of texts, the newest text first, each once, at most MAX_USED_TAGS. */
export const listUsedTags = (texts: readonly { facets?: readonly TextFacet[] | null }[]): string[] =>
  [...new Set(texts.flatMap(({ facets }) => listTags(facets ?? [])))].slice(0, MAX_USED_TAGS)

/** A tag with the number of its posts that everyone may read, at most MAX_COUNTED_POSTS. */
export type CountedTag = { tag: string; postsCount: number }

export const MAX_COUNTED_POSTS = 1_000
/** The newest posts of a member whose tags are offered first. */
export const USED_TAG_POSTS = 100

/**
 * Stores the tags of posts and the members who follow a tag. Counts are of posts that everyone may read: not of private members, and not
 * hidden. Tags are as `toTag` returns them.
 */
export type TagStore = {
  /** Lists the posts with a tag that the viewer may see, newest first, without those of members whom the viewer mutes. */
  listPosts(tag: string, viewer: Viewer, window: KeysetWindow): Promise<TimelineEntry[]>
  countPosts(tag: string): Promise<number>
  /** Finds tags that begin with a text, those with most posts first. */
  findByPrefix(prefix: string, limit: number): Promise<CountedTag[]>
  isFollowed(memberId: string, tag: string): Promise<boolean>
  /** Lists the tags that a member follows, by name. */
  listFollowed(memberId: string): Promise<string[]>
  /** Lists the tags of the last USED_TAG_POSTS posts of a member, the latest first, each once, at most MAX_USED_TAGS. */
  listUsed(memberId: string): Promise<string[]>
  /** Stores that a member follows a tag, unless they follow MAX_FOLLOWED_TAGS. Returns true if they follow it now. */
  follow(memberId: string, tag: string, at: Date): Promise<boolean>
  unfollow(memberId: string, tag: string): Promise<void>
  /** Counts the uses of tags in the 24 hours before `at`, and in the seven days before these. */
  countUses(at: Date): Promise<TagUse[]>
}

/**
 * The uses of a tag in 24 hours. A member counts once in an hour, and not in the first 24 hours of the account. `earlierUses` are those of the
 * seven days before.
 */
export type TagUse = { tag: string; uses: number; authorsCount: number; postsCount: number; earlierUses: number }

const DAY_MS = 86_400_000
/** A tag of fewer members is no trend, however often they use it. */
export const MIN_TREND_AUTHORS = 3
/** The tags with most uses among which trends are found. */
export const MAX_TREND_CANDIDATES = 200

/** Returns the times between which uses count, and those between which they are usual. */
export const getTrendTimes = (at: Date) => {
  const since = new Date(at.getTime() - DAY_MS)
  return { since, usualSince: new Date(since.getTime() - 7 * DAY_MS) }
}

/**
 * Chooses the tags whose uses exceed the usual ones of a day by most, compared with how much these vary (their square root). A tag that
 * is always used much is no trend.
 */
export function rankTrends(uses: readonly TagUse[]): TagUse[] {
  const toRise = ({ uses: count, earlierUses }: TagUse) => (count - earlierUses / 7) / Math.sqrt(earlierUses / 7 + 1)
  return uses
    .filter((use) => use.authorsCount >= MIN_TREND_AUTHORS && toRise(use) > 0)
    .toSorted((one, other) => toRise(other) - toRise(one) || (one.tag < other.tag ? -1 : 1))
}
