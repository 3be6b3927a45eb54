import { isTooDeep } from '@meadow/contracts'
import { DomainError } from '@meadow/service'

/** Where an entry stands in a list that is newest first: by time, then by id. */
export type Key = { _id: string; createdAt: Date }

/** Which part of a list is wanted: what comes `after` a key, or what is left when `skip` entries are passed over. */
export type Window = { limit: number; after: Key | undefined; skip: number }

const CURSOR = /^(\d{1,15}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The cursor that goes on after `key`; opaque to callers. */
export const toCursor = ({ createdAt, _id }: Key): string =>
  Buffer.from(`${createdAt.getTime()}:${_id}`).toString('base64url')

/** @throws invalid_cursor for anything that `toCursor` did not make */
export function fromCursor(cursor: string): Key {
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const key = time && id && { _id: id, createdAt: new Date(Number(time)) }
  if (!key || toCursor(key) !== cursor) throw new DomainError('invalid_cursor')
  return key
}

/** The window that a caller asks for; a cursor wins over a page. @throws invalid_cursor | page_too_deep */
export function toWindow(query: { limit: number; page?: number; cursor?: string | undefined }): Window {
  const { limit, page = 1, cursor } = query
  if (cursor !== undefined) return { limit, after: fromCursor(cursor), skip: 0 }
  if (isTooDeep(page, limit)) throw new DomainError('page_too_deep')
  return { limit, after: undefined, skip: (page - 1) * limit }
}

/** Cuts what a window gave with one entry more than its limit: the page, and where the next one begins. */
export function toPage<K extends Key>(entries: readonly K[], limit: number) {
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  const hasMore = entries.length > limit
  return { page, hasMore, nextCursor: hasMore && last ? toCursor(last) : null }
}
