import type { CountedTag, TagStore } from './tag.ts'

/** Finds tags by their beginning, those with the most posts first. */
export type FindTags = (prefix: string, limit: number) => Promise<readonly CountedTag[]>

/** The time for which a result is used before the tags are queried again. */
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
    cached.delete(key) // the newest is the last entry
    cached.set(key, { at, found })
    found.catch(() => cached.get(key)?.found === found && cached.delete(key)) // the next call queries again
    const [oldest] = cached.keys()
    if (cached.size > MAX_ENTRIES && oldest !== undefined) cached.delete(oldest)
    return found
  }
}
