import type { KeysetKey, KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import type { PostsTable } from '../schema.ts'

type TimelineKeyRow = Pick<PostsTable, 'id' | 'created_at'>

/** A query for keys. The parameters of the cursor follow `params`. */
export type TimelineQuery = { name: string; text: string; params: (string | null)[] }

/** Reads the keys of a window. If it continues after a key, the key's time and id are the last two parameters. */
export async function readTimelineKeys(
  pool: Pool,
  { name, text, params }: TimelineQuery,
  window: KeysetWindow,
): Promise<KeysetKey[]> {
  const { limit, after, skip } = window
  const values = [...params, ...(after ? [after.createdAt, after._id] : [])]
  const isPrepared = skip === 0 // each offset is a different statement, and numbered pages are rare
  const prepared = isPrepared ? { name: `timeline-${name}-${after ? 'after' : 'first'}-${limit}` } : {}
  const { rows } = await pool.query<TimelineKeyRow>({ ...prepared, text, values })
  return rows.map((row) => ({ _id: row.id, createdAt: row.created_at }))
}

/**
 * Builds the `limit` clause with literal numbers, which come from the window and never from text of a request. With a
 * parameter, a generic plan would assume a tenth of all posts.
 */
export const pageSql = ({ limit, skip }: KeysetWindow): string => `limit ${limit + 1} offset ${skip}`
