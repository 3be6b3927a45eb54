import { openCursor, sealCursor } from './cursor.ts'
import { type PageWindow, pageBy, windowBy } from './pages.ts'

/** Where an entry stands in a list that is newest first: by time, then by id. */
export type Key = { _id: string; createdAt: Date }

export type Window = PageWindow<Key>

const CURSOR = /^(0|[1-9]\d{0,14}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The cursor that goes on after `key`. */
export const toCursor = ({ createdAt, _id }: Key): string => sealCursor(`${createdAt.getTime()}:${_id}`)

/** @throws invalid_cursor for anything that `toCursor` did not make */
export function fromCursor(cursor: string): Key {
  const [time, _id = ''] = openCursor(cursor, CURSOR)
  return { _id, createdAt: new Date(Number(time)) }
}

/** The window of a list that is newest first. @throws invalid_cursor | page_too_deep */
export const toWindow = (query: { limit: number; page?: number; cursor?: string | undefined }): Window =>
  windowBy(query, fromCursor)

/** The page of a list that is newest first, and where the next one begins. */
export const toPage = <K extends Key>(entries: readonly K[], limit: number) => pageBy(entries, limit, toCursor)
