import { decodeCursor, encodeCursor } from './cursor.ts'
import { type ListWindow, toListPage, toListWindow } from './list-window.ts'

/** The sort key of an entry in a list that is newest first: time, then id. */
export type KeysetKey = { _id: string; createdAt: Date }

export type KeysetWindow = ListWindow<KeysetKey>

const KEYSET_CURSOR_PATTERN = /^(0|[1-9]\d{0,14}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Encodes the cursor of the entries after `key`. */
export const encodeKeysetCursor = ({ createdAt, _id }: KeysetKey): string =>
  encodeCursor(`${createdAt.getTime()}:${_id}`)

/** Decodes a cursor. @throws invalid_cursor if `encodeKeysetCursor` did not create it */
export function decodeKeysetCursor(cursor: string): KeysetKey {
  const [time, _id = ''] = decodeCursor(cursor, KEYSET_CURSOR_PATTERN)
  return { _id, createdAt: new Date(Number(time)) }
}

/** Returns the requested window of a list that is newest first. @throws invalid_cursor, page_too_deep */
export const toKeysetWindow = (query: { limit: number; page?: number; cursor?: string | undefined }): KeysetWindow =>
  toListWindow(query, decodeKeysetCursor)

/** Builds a page of a list that is newest first, with the cursor of the next page. */
export const toKeysetPage = <K extends KeysetKey>(entries: readonly K[], limit: number) =>
  toListPage(entries, limit, encodeKeysetCursor)
