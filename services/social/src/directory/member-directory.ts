import { decodeCursor, encodeCursor, type ListWindow } from '@meadow/service'
import type { MemberSummary } from '../member-summaries/member-summary.ts'
import type { DirectoryCursor } from './directory-cursor.ts'

/**
 * Cursor in the results of a search, which come by rank. Rank 0: the username starts with the text; rank 1: the name does;
 * rank 2: the username or name contains it.
 */
export type SearchCursor = { rank: number; _id: string }

/** A search by name and username, or by username only if the query starts with `@`. */
export type MemberSearch = { text: string; isUsername: boolean }

/**
 * Lists and searches members. A list contains one entry more than the window's limit if there are more, and never the
 * viewer.
 */
export type MemberDirectory = {
  /** Finds members by a part of their name or username, by rank; an exact username comes first. */
  search(
    search: MemberSearch,
    viewer: { _id: string },
    window: ListWindow<SearchCursor>,
  ): Promise<(MemberSummary & SearchCursor)[]>
  /**
   * Returns all members: first those with mutual friends whom the viewer does not follow, most mutual friends first, then the
   * others, newest first. Considers follows up to `asOf` on the first page, and up to the cursor's `asOf` on later ones.
   */
  list(
    viewer: { _id: string },
    window: ListWindow<DirectoryCursor>,
    asOf: Date,
  ): Promise<(MemberSummary & DirectoryCursor)[]>
}

/** Parses the query text. Returns undefined for an empty query. */
export function parseMemberSearch(query: string): MemberSearch | undefined {
  const isUsername = query.startsWith('@')
  const text = isUsername ? query.slice(1).trim() : query
  return text ? { text, isUsername } : undefined
}

const SEARCH_CURSOR_PATTERN = /^([0-2]):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const encodeSearchCursor = ({ rank, _id }: SearchCursor): string => encodeCursor(`${rank}:${_id}`)

/** @throws invalid_cursor for anything that `encodeSearchCursor` did not create */
export function decodeSearchCursor(cursor: string): SearchCursor {
  const [rank, _id = ''] = decodeCursor(cursor, SEARCH_CURSOR_PATTERN)
  return { rank: Number(rank), _id }
}
