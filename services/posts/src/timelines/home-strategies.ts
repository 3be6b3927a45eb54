import type { Pool } from 'pg'

/** A member who follows more members than this follows many. */
const MANY_FOLLOWED = 200
const MAX_AGE_MS = 600_000
const MAX_ENTRIES = 10_000

/** The number of newest posts of all members that are scanned for posts of followed members. */
export const SCANNED_POSTS = { followsFew: 500, followsMany: 1_000 }

/** The scan is chosen if it finds at least so many posts: enough for a page, and usually for the next one. */
const MIN_FOUND = 20

/**
 * How the posts of the members whom a viewer follows are read. `scansNewest`: by a scan of the newest posts of all members, which is
 * cheaper but can find too few posts for a page; otherwise the newest posts of each followed member are read.
 */
export type HomeStrategy = { followsMany: boolean; scansNewest: boolean }

/** For a viewer who follows many, the scan is not tried here: the caller tries it. `offset 0` evaluates "followsMany" once. */
const SELECT_STRATEGY = {
  name: 'home-strategy',
  text: `
    select "followsMany", case when "followsMany" then true else exists (
      select from (select author_id from posts order by created_at desc, id desc limit ${SCANNED_POSTS.followsFew}) post
      where author_id = $1 or author_id in (select to_id from follows where from_id = $1 and active)
      offset ${MIN_FOUND - 1}
    ) end as "scansNewest"
    from (select exists (select from follows where from_id = $1 and active offset ${MANY_FOLLOWED}) as "followsMany" offset 0) viewer`,
}

/**
 * Creates the strategies of viewers. Each is remembered for at most ten minutes; the caller sets `scansNewest` to false when a scan
 * found too few posts. A strategy only chooses among statements with the same result, so an old one costs time and is never
 * wrong.
 */
export function createHomeStrategies(pool: Pool): { find(viewerId: string): Promise<HomeStrategy> } {
  const known = new Map<string, HomeStrategy & { validUntil: number }>()
  return {
    async find(viewerId) {
      const entry = known.get(viewerId)
      if (entry && entry.validUntil > performance.now()) return entry
      const { rows } = await pool.query<HomeStrategy>({ ...SELECT_STRATEGY, values: [viewerId] })
      const { followsMany, scansNewest } = rows[0] as HomeStrategy
      const strategy = { followsMany, scansNewest, validUntil: performance.now() + MAX_AGE_MS }
      if (known.size >= MAX_ENTRIES) known.clear()
      known.set(viewerId, strategy)
      return strategy
    },
  }
}
