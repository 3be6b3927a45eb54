import type { Pool } from 'pg'

/** A member who follows more members than this follows many. */
const MANY_FOLLOWED = 200
const MAX_AGE_MS = 600_000
const MAX_ENTRIES = 10_000

/**
 * How the posts of members whom a viewer follows are searched: in the newest posts of all, which is faster but may not fill a
 * page, or else in the newest of each.
 */
export type FollowedSearch = { followsMany: boolean; newestOfAll: boolean }

/**
 * Creates the searches of viewers, each of which is remembered for ten minutes. Its users set `newestOfAll` to false when it did
 * not fill a page. A search only selects the cheapest of statements with the same result, so an old one costs time and is never
 * wrong.
 */
export function createFollowedSearches(pool: Pool): { find(viewerId: string): Promise<FollowedSearch> } {
  const known = new Map<string, FollowedSearch & { validUntil: number }>()
  return {
    async find(viewerId) {
      const entry = known.get(viewerId)
      if (entry && entry.validUntil > performance.now()) return entry
      const { rows } = await pool.query<{ followsMany: boolean }>({
        name: 'follows-many',
        text: `select exists (select from follows where from_id = $1 and active offset ${MANY_FOLLOWED}) as "followsMany"`,
        values: [viewerId],
      })
      if (known.size >= MAX_ENTRIES) known.clear()
      const search = {
        followsMany: rows[0]?.followsMany ?? false,
        newestOfAll: true,
        validUntil: performance.now() + MAX_AGE_MS,
      }
      known.set(viewerId, search)
      return search
    },
  }
}
