import { isBeyondMaxPageOffset } from '@meadow/contracts'
import { DomainError } from '../errors.ts'

/** The requested part of a list: `limit` entries after the key `after`, or after the first `skip` entries. */
export type ListWindow<K> = { limit: number; after: K | undefined; skip: number }

type ListWindowRequest = { limit: number; page?: number; cursor?: string | undefined }

/** Returns the requested window. A cursor wins over a page. @throws page_too_deep, and the errors of `decode` */
export function toListWindow<K>(
  { limit, page = 1, cursor }: ListWindowRequest,
  decode: (cursor: string) => K,
): ListWindow<K> {
  if (cursor !== undefined) return { limit, after: decode(cursor), skip: 0 }
  if (isBeyondMaxPageOffset(page, limit)) throw new DomainError('page_too_deep')
  return { limit, after: undefined, skip: (page - 1) * limit }
}

/** Builds a page from entries that were read with one entry more than `limit`. The cursor is null on the last page. */
export function toListPage<E>(entries: readonly E[], limit: number, encode: (entry: E) => string) {
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  const hasMore = entries.length > limit
  return { page, hasMore, nextCursor: hasMore && last ? encode(last) : null }
}
