import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'

type TimelineKeyRow = { id: string; created_at: Date }

/** A query for keys; `who` are its parameters before those of the window. */
export type TimelineQuery = { name: string; text: string; params: (string | null)[] }

/** Reads the keys of a window; where it goes on after a key, that one is the last two parameters. */
export async function readTimelineKeys(
  pool: Pool,
  { name, text, params: who }: TimelineQuery,
  window: KeysetWindow,
): Promise<KeysetKey[]> {
  const { limit, after, skip } = window
  const values = [...who, ...(after ? [after.createdAt, after._id] : [])]
  const isUsual = skip === 0 // numbered pages are rare, and each is a statement of its own
  const prepared = isUsual ? { name: `timeline-${name}-${after ? 'after' : 'first'}-${limit}` } : {}
  const { rows } = await pool.query<TimelineKeyRow>({ ...prepared, text, values })
  return rows.map((row) => ({ _id: row.id, createdAt: row.created_at }))
}

/** Limits are numbers of ours and stand in the text: with a parameter the planner would expect a tenth of all posts. */
export const pageSql = ({ limit, skip }: KeysetWindow): string => `limit ${limit + 1} offset ${skip}`
