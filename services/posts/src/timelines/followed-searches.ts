import type { Pool } from 'pg'

/** A member who follows more members than this follows many. */
const MANY_FOLLOWED = 200
const MAX_AGE_MS = 600_000
const MAX_ENTRIES = 10_000

/** The newest posts of all members that are searched for posts of followed members. */
export const SEARCHED_POSTS = { few: 500, many: 1_000 }

/** So many of the newest posts must be by followed members that a page, and usually the next one, is among them. */
const MIN_FOUND = 20

/**
 * How the posts of members whom a viewer follows are searched: in the newest posts of all, which is faster but may not fill a
 * page, or else in the newest of each.
 */
export type FollowedSearch = { followsMany: boolean; newestOfAll: boolean }

/** For a viewer who follows many, the search itself shows whether the newest posts of all fill a page. */
const SELECT_SEARCH = {
  name: 'followed-search',
  text: `
    select "followsMany", "followsMany" or exists (
      select from (select author_id from posts order by created_at desc, id desc limit ${SEARCHED_POSTS.few}) post
      where author_id = $1 or author_id in (select to_id from follows where from_id = $1 and active)
      offset ${MIN_FOUND - 1}
    ) as "newestOfAll"
    from (select exists (select from follows where from_id = $1 and active offset ${MANY_FOLLOWED}) as "followsMany" offset 0) viewer`,
}

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
      const { rows } = await pool.query<FollowedSearch>({ ...SELECT_SEARCH, values: [viewerId] })
      const { followsMany, newestOfAll } = rows[0] as FollowedSearch
      const search = { followsMany, newestOfAll, validUntil: performance.now() + MAX_AGE_MS }
      if (known.size >= MAX_ENTRIES) known.clear()
      known.set(viewerId, search)
      return search
    },
  }
}
