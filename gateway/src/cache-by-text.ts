const MAX_ENTRIES = 1_000

/**
 * Returns a copy of a pure function that remembers its results. For texts that most requests have in common, such as hosts:
 * callers who send many different ones only make it forget.
 */
export function cacheByText<T>(compute: (text: string) => T, maxEntries = MAX_ENTRIES): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined || results.has(text)) return known as T
    const result = compute(text)
    if (results.size >= maxEntries) results.clear()
    results.set(text, result)
    return result
  }
}
