import type { Pool } from 'pg'

/** A member who follows more members than this follows many. */
const MANY_FOLLOWED = 200
const MAX_AGE_MS = 600_000
const MAX_ENTRIES = 10_000

/**
 * Creates a lookup of whether a member follows many, which is remembered for ten minutes. It only selects the cheaper of two
 * statements with the same result, so an old answer costs time and is never wrong.
 */
export function createFollowsManyLookup(pool: Pool): (memberId: string) => Promise<boolean> {
  const known = new Map<string, { followsMany: boolean; validUntil: number }>()
  return async (memberId) => {
    const entry = known.get(memberId)
    if (entry && entry.validUntil > performance.now()) return entry.followsMany
    const { rows } = await pool.query<{ followsMany: boolean }>({
      name: 'follows-many',
      text: `select exists (select from follows where from_id = $1 and active offset ${MANY_FOLLOWED}) as "followsMany"`,
      values: [memberId],
    })
    const followsMany = rows[0]?.followsMany ?? false
    if (known.size >= MAX_ENTRIES) known.clear()
    known.set(memberId, { followsMany, validUntil: performance.now() + MAX_AGE_MS })
    return followsMany
  }
}
