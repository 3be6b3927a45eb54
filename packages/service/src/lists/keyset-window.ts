import { decodeCursor, encodeCursor } from './cursor.ts'
import { type ListWindow, toListPage, toListWindow } from './list-window.ts'

/** The sort key of an entry in a list that is newest first: creation time, then id, both descending. */
export type KeysetKey = { _id: string; createdAt: Date }

export type KeysetWindow = ListWindow<KeysetKey>

const KEYSET_CURSOR_CONTENT_PATTERN = /^(0|[1-9]\d{0,14}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Encodes the cursor that continues a list after the entry with this key. */
export const encodeKeysetCursor = ({ createdAt, _id }: KeysetKey): string =>
  encodeCursor(`${createdAt.getTime()}:${_id}`)

/** Decodes a cursor. @throws invalid_cursor if it has another format */
export function decodeKeysetCursor(cursor: string): KeysetKey {
  const [time, _id = ''] = decodeCursor(cursor, KEYSET_CURSOR_CONTENT_PATTERN)
  return { _id, createdAt: new Date(Number(time)) }
}

/** Converts query parameters to the window of a list, newest first, that is to be read. @throws invalid_cursor, page_too_deep */
export const toKeysetWindow = (query: { limit: number; page?: number; cursor?: string | undefined }): KeysetWindow =>
  toListWindow(query, decodeKeysetCursor)

/** Builds a page of a list that is newest first, with the cursor of the next page. */
export const toKeysetPage = <Entry extends KeysetKey>(entries: readonly Entry[], limit: number) =>
  toListPage(entries, limit, encodeKeysetCursor)
