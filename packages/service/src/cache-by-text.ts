import { LRUCache } from 'lru-cache'

const MAX_ENTRIES = 1_000

/**
 * Returns a copy of a pure function that remembers the results for the latest texts. For texts that most requests have in
 * common, such as hosts.
 */
export function cacheByText<T>(compute: (text: string) => T): (text: string) => T {
  const results = new LRUCache<string, { value: T }>({
    max: MAX_ENTRIES,
    memoMethod: (text) => ({ value: compute(text) }), // the cache does not store undefined
  })
  return (text) => results.memo(text).value
}
