import type { CountedTag, TagStore } from './tag.ts'

/** Finds tags by their beginning, those with most posts first. */
export type FindTags = (prefix: string, limit: number) => Promise<readonly CountedTag[]>

/** Tags are found again after this time. */
const MAX_AGE_MS = 5_000
const MAX_ENTRIES = 500

/** Creates a function that finds tags. Members who write the same beginning within MAX_AGE_MS share one query, because all see the same tags. */
export function createTagFinder({ tags, now }: { tags: Pick<TagStore, 'findByPrefix'>; now: () => Date }): FindTags {
  const cached = new Map<string, { at: number; found: Promise<readonly CountedTag[]> }>()
  return (prefix, limit) => {
    const key = `${limit} ${prefix}`
    const at = now().getTime()
    const known = cached.get(key)
    if (known && at - known.at <= MAX_AGE_MS) return known.found
    const found = tags.findByPrefix(prefix, limit)
    cached.delete(key) // the newest stands last
    cached.set(key, { at, found })
    found.catch(() => cached.delete(key)) // the next call finds them again
    const [oldest] = cached.keys()
    if (cached.size > MAX_ENTRIES && oldest !== undefined) cached.delete(oldest)
    return found
  }
}
