import type { TextFacet } from '@meadow/contracts'
import { listTags } from '../tags/tag.ts'

/** A post that Discover may show to a viewer: public, recent, and by somebody whom the viewer neither follows nor mutes. */
export type DiscoverPost = {
  _id: string
  authorId: string
  createdAt: Date
  likesCount: number
  commentsCount: number
  facets: TextFacet[]
}

/** Post with all that its rank for one viewer depends on. */
export type DiscoverCandidate = DiscoverPost & {
  /** The followed members who like the post, the most recent like first. */
  likedByFollowed: readonly string[]
  /** The number of members who like the post and share other likes with the viewer, without followed members. */
  likedBySimilar: number
  /** A tag of the post that the viewer follows. */
  followedTag?: string | undefined
}

/** Why a post is shown. `memberId` is a followed member; `tag` comes without `#`. */
export type DiscoverReason =
  | { kind: 'liked-by-followed'; memberId: string }
  | { kind: 'followed-tag' | 'popular-tag'; tag: string }
  | { kind: 'liked-by-similar' | 'popular' | 'new' }

/** A post of a snapshot. Its tags and author are stored, so that a later exclusion removes it without reading the post. */
export type DiscoverEntry = { postId: string; authorId: string; tags: readonly string[]; reason: DiscoverReason }

/** Something that Discover must not suggest to a member. */
export type DiscoverExclusion = { kind: 'author' | 'tag'; subject: string }

/** The weights of the ranking. Counts of likes and comments act by their logarithm: the tenth like adds less than the second one. */
const DISCOVER_WEIGHTS = {
  like: 1,
  comment: 1.5,
  likeOfFollowed: 3,
  likeOfSimilar: 1.5,
  followedTag: 2,
} as const
/** After this time a score is halved. */
const DISCOVER_HALF_LIFE_MS = 24 * 3_600_000
/** Older posts are no candidates. */
export const DISCOVER_PERIOD_MS = 7 * 24 * 3_600_000
export const MAX_DISCOVER_POSTS = 100
/** At least this many posts of others stand between two of one author, as long as there are others. */
export const MIN_POSTS_BETWEEN_AUTHOR = 4
export const MAX_POSTS_OF_AUTHOR = 10
const MAX_COUNTED_LIKES_OF_FOLLOWED = 3
/** A post is popular from this number of likes and comments. */
const MIN_POPULAR = 3

/** Computes the ranking score of a post at the time `now`. */
export function scoreCandidate(candidate: DiscoverCandidate, now: Date): number {
  const { likesCount, commentsCount, likedByFollowed, likedBySimilar, followedTag, createdAt } = candidate
  const engagement =
    1 +
    DISCOVER_WEIGHTS.like * Math.log1p(likesCount) +
    DISCOVER_WEIGHTS.comment * Math.log1p(commentsCount) +
    DISCOVER_WEIGHTS.likeOfFollowed * Math.min(likedByFollowed.length, MAX_COUNTED_LIKES_OF_FOLLOWED) +
    DISCOVER_WEIGHTS.likeOfSimilar * Math.log1p(likedBySimilar) +
    (followedTag ? DISCOVER_WEIGHTS.followedTag : 0)
  const ageMs = Math.max(0, now.getTime() - createdAt.getTime())
  return engagement * 0.5 ** (ageMs / DISCOVER_HALF_LIFE_MS)
}

/** Chooses the reason that is told: the first that holds, the most personal one first. */
export function selectReason(candidate: DiscoverCandidate): DiscoverReason {
  const [memberId] = candidate.likedByFollowed
  if (memberId) return { kind: 'liked-by-followed', memberId }
  if (candidate.followedTag) return { kind: 'followed-tag', tag: candidate.followedTag }
  if (candidate.likedBySimilar > 0) return { kind: 'liked-by-similar' }
  if (candidate.likesCount + candidate.commentsCount < MIN_POPULAR) return { kind: 'new' }
  const [tag] = listTags(candidate.facets)
  return tag === undefined ? { kind: 'popular' } : { kind: 'popular-tag', tag }
}

/**
 * Ranks candidates for one visit: the highest score first, without what the viewer excludes, at most `MAX_DISCOVER_POSTS`. An author
 * follows again only after `MIN_POSTS_BETWEEN_AUTHOR` posts of others. If only authors of the last posts are left, the next post is by the
 * one whose last post is furthest away.
 */
export function rankDiscover(
  candidates: readonly DiscoverCandidate[],
  exclusions: readonly DiscoverExclusion[],
  now: Date,
): DiscoverEntry[] {
  const isExcluded = createExclusionTest(exclusions)
  const scores = new Map(candidates.map((candidate) => [candidate._id, scoreCandidate(candidate, now)]))
  const score = ({ _id }: DiscoverCandidate) => scores.get(_id) ?? 0
  const entries = new Map(candidates.map((candidate) => [candidate._id, toEntry(candidate)]))
  const waiting = [...new Map(candidates.map((candidate) => [candidate._id, candidate])).values()]
    .filter(({ _id }) => !isExcluded(entries.get(_id) as DiscoverEntry))
    .toSorted((one, other) => score(other) - score(one) || (one._id < other._id ? 1 : -1))

  const ranked: DiscoverEntry[] = []
  const counts = new Map<string, number>()
  const places = new Map<string, number>()
  while (waiting.length > 0 && ranked.length < MAX_DISCOVER_POSTS) {
    const [chosen] = waiting.splice(findNext(waiting, places, ranked.length), 1) as [DiscoverCandidate]
    const { _id, authorId } = chosen
    const count = (counts.get(authorId) ?? 0) + 1
    if (count > MAX_POSTS_OF_AUTHOR) continue
    counts.set(authorId, count)
    places.set(authorId, ranked.length)
    ranked.push(entries.get(_id) as DiscoverEntry)
  }
  return ranked
}

/**
 * Returns the index of the best candidate whose author has none of the last posts, or else of the one whose author's last post is furthest
 * away.
 */
function findNext(waiting: readonly DiscoverCandidate[], places: ReadonlyMap<string, number>, place: number): number {
  let furthest = 0
  let furthestPlace = Infinity
  for (const [index, { authorId }] of waiting.entries()) {
    const last = places.get(authorId) ?? -Infinity
    if (place - last > MIN_POSTS_BETWEEN_AUTHOR) return index
    if (last < furthestPlace) {
      furthest = index
      furthestPlace = last
    }
  }
  return furthest
}

const toEntry = (candidate: DiscoverCandidate): DiscoverEntry => ({
  postId: candidate._id,
  authorId: candidate.authorId,
  tags: listTags(candidate.facets),
  reason: selectReason(candidate),
})

/** Creates a function that returns true for an entry that the member does not want to see. */
export function createExclusionTest(exclusions: readonly DiscoverExclusion[]): (entry: DiscoverEntry) => boolean {
  const excluded = new Set(exclusions.map(({ kind, subject }) => `${kind} ${subject}`))
  return ({ authorId, tags }) => excluded.has(`author ${authorId}`) || tags.some((tag) => excluded.has(`tag ${tag}`))
}
