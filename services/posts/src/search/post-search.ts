import { createHash } from 'node:crypto'
import type { SearchPart } from '@meadow/contracts/parse-search'
import type { Viewer } from '@meadow/members'
import { DomainError, decodeCursor, encodeCursor, type KeysetKey, type ThrottleLimit } from '@meadow/service'
import { type TermCondition, toPhraseCondition, toWordConditions } from './search-terms.ts'

/** The conditions under which a post is found. Times are exclusive at their end and inclusive at their beginning. */
export type PostSearch = {
  required: readonly TermCondition[]
  excluded: readonly TermCondition[]
  /** The username of the author, or `me`. */
  from: string | undefined
  before: Date | undefined
  since: Date | undefined
  hasPicture: boolean
  hasVideo: boolean
}

/** A post that was found. `isExact`: it has all words as they were typed, not only other forms of them. */
export type FoundPost = KeysetKey & { isExact: boolean }

/** Found posts are ranked among this number of the newest ones, then among as many older ones, and so on. */
export const RANKED_POSTS = 50

/** A place in the posts that match a search, newest first, and the number of posts to find behind it. */
export type FoundPostsWindow = { after: KeysetKey; limit: number }

/** Finds posts by the terms that the indexer stores. */
export type PostFinder = {
  /**
   * Finds the newest posts of a window, newest first, and one more if there are more. Leaves out posts that `viewer` may not see,
   * shares without a comment, and, unless the search names the author, posts of members whom the viewer mutes.
   */
  find(search: PostSearch, viewer: Viewer, window: FoundPostsWindow): Promise<FoundPost[]>
}

const DAY_MS = 86_400_000

/** The bound of the searches of a member, above what typing causes. */
export const SEARCH_LIMIT: ThrottleLimit = { name: 'searches', max: 300, windowSeconds: 300 }

/** Converts the parts of a search. Returns undefined if it asks for nothing, or for contents by which only messages are found. `text`: the search as it was typed. */
export function toPostSearch(parts: readonly SearchPart[], text: string): PostSearch | undefined {
  const getValue = (kind: SearchPart['kind']) => parts.find((part) => part.kind === kind && !part.isExcluded)?.value
  const content = getValue('has')
  if (content !== undefined && content !== 'picture' && content !== 'video') return undefined
  const [before, after] = [getValue('before'), getValue('after')]
  const isLastOpen = !/\s$/u.test(text)
  const required = parts.flatMap((part, index) => {
    if (part.isExcluded) return []
    if (part.kind === 'word') return toWordConditions(part.value, isLastOpen && index === parts.length - 1)
    if (part.kind === 'tag') return toWordConditions(`#${part.value}`, isLastOpen && index === parts.length - 1)
    return part.kind === 'phrase' ? (toPhraseCondition(part.value) ?? []) : []
  })
  const excluded = parts.flatMap(({ kind, value, isExcluded }) => {
    if (!isExcluded || !['word', 'tag', 'phrase'].includes(kind)) return []
    return kind === 'tag' ? toWordConditions(`#${value}`, false) : (toPhraseCondition(value) ?? [])
  })
  const search = {
    required,
    excluded,
    from: getValue('from'),
    before: before ? new Date(before) : undefined,
    since: after ? new Date(Date.parse(after) + DAY_MS) : undefined,
    hasPicture: content === 'picture',
    hasVideo: content === 'video',
  }
  const isEmpty = [...required, ...excluded].length === 0 && !search.from && !before && !after && content === undefined
  return isEmpty ? undefined : search
}

/** The time in which the weight of a post falls to the half. */
const HALF_WEIGHT_MS = 30 * DAY_MS

/** Sorts found posts by text and age at the time `at`: one with the words as typed outweighs one with other forms that is a month newer. */
export function rankPosts(found: readonly FoundPost[], at: Date): FoundPost[] {
  const weigh = ({ createdAt, isExact }: FoundPost) =>
    (isExact ? 2 : 1) / (1 + Math.max(0, at.getTime() - createdAt.getTime()) / HALF_WEIGHT_MS)
  return found.toSorted((one, other) => weigh(other) - weigh(one) || (one._id < other._id ? 1 : -1))
}

/**
 * The place in the result of a search: the ranked posts are the next ones older than `after`, of which `offset`
 * were shown. `at` is the time of the first page: newer posts are left out, and the ranks do not change.
 */
export type SearchCursor = { search: string; at: Date; after: KeysetKey; offset: number }

const CURSOR_PATTERN = /^([0-9a-f]{16}):(\d{1,14}):(\d{1,14}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,3})$/
/** Follows every id of posts. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Identifies a search in cursors. */
export const toSearchKey = (text: string, memberId: string): string =>
  createHash('sha256').update(`${memberId}\n${text}`).digest('hex').slice(0, 16)

/** Returns the cursor of the first page, at this time. */
export const createFirstCursor = (search: string, at: Date): SearchCursor => ({
  search,
  at,
  after: { createdAt: at, _id: LAST_ID },
  offset: 0,
})

export const encodeSearchCursor = ({ search, at, after, offset }: SearchCursor): string =>
  encodeCursor([search, at.getTime(), after.createdAt.getTime(), after._id, offset].join(':'))

/** Decodes a cursor. @throws invalid_cursor if it is malformed or of another search */
export function decodeSearchCursor(cursor: string, search: string): SearchCursor {
  const [key, at, createdAt, _id = '', offset] = decodeCursor(cursor, CURSOR_PATTERN)
  if (key !== search) throw new DomainError('invalid_cursor')
  return {
    search,
    at: new Date(Number(at)),
    after: { createdAt: new Date(Number(createdAt)), _id },
    offset: Number(offset),
  }
}

/** So many posts more than a page needs are read at first: enough for the page if some have only other forms of the words. */
const READ_AHEAD = 3

/**
 * Finds the posts among which the page at a cursor is ranked. These are RANKED_POSTS, or fewer if the page is the same with these: no
 * older post comes before one that has the words as they were typed.
 */
export async function findPostsToRank(
  find: (window: FoundPostsWindow) => Promise<FoundPost[]>,
  { after, offset }: Pick<SearchCursor, 'after' | 'offset'>,
  pageLimit: number,
): Promise<FoundPost[]> {
  const end = offset + pageLimit
  const limit = end + READ_AHEAD
  if (limit < RANKED_POSTS) {
    const found = await find({ after, limit })
    const isComplete = found.length <= limit
    if (isComplete || found.filter(({ isExact }) => isExact).length >= end) return found
  }
  return find({ after, limit: RANKED_POSTS })
}

/** Returns the page at a cursor of the posts that were found there, and the cursor of the next one; undefined at the end. */
export function toSearchPage(
  found: readonly FoundPost[],
  cursor: SearchCursor,
  limit: number,
): { page: FoundPost[]; next: SearchCursor | undefined } {
  const ranked = rankPosts(found.slice(0, RANKED_POSTS), cursor.at)
  const end = cursor.offset + limit
  const page = ranked.slice(cursor.offset, end)
  if (end < ranked.length) return { page, next: { ...cursor, offset: end } }
  const last = found[RANKED_POSTS - 1]
  return { page, next: last && found.length > RANKED_POSTS ? { ...cursor, after: last, offset: 0 } : undefined }
}
