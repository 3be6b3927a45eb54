import { isBeyondMaxPageOffset } from '@meadow/contracts'
import { DomainError } from '../errors.ts'

/** Which part of a list is wanted: what comes `after` a key, or what is left when `skip` entries are passed over. */
export type ListWindow<K> = { limit: number; after: K | undefined; skip: number }

type ListWindowRequest = { limit: number; page?: number; cursor?: string | undefined }

/** The window that a caller asks for; a cursor wins over a page. @throws page_too_deep, and what `read` throws */
export function toListWindow<K>(
  { limit, page = 1, cursor }: ListWindowRequest,
  read: (cursor: string) => K,
): ListWindow<K> {
  if (cursor !== undefined) return { limit, after: read(cursor), skip: 0 }
  if (isBeyondMaxPageOffset(page, limit)) throw new DomainError('page_too_deep')
  return { limit, after: undefined, skip: (page - 1) * limit }
}

/** Cuts what a window gave with one entry more than its limit: the page, and where the next one begins. */
export function toListPage<E>(entries: readonly E[], limit: number, cursorOf: (entry: E) => string) {
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  const hasMore = entries.length > limit
  return { page, hasMore, nextCursor: hasMore && last ? cursorOf(last) : null }
}
