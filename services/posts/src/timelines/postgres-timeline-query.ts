import { blockedMembersCte, type Viewer } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Pool } from 'pg'
import { postViewSql, toWrittenPostView } from '../posts/postgres-post-view.ts'
import type { PostsTable } from '../schema.ts'
import type { TimelineEntry } from './timeline.ts'

/**
 * A query for the keys of posts, which can use `blockedMembersCte`. `$1` is the viewer; `params` follow it, and then the time and
 * the id of the key after which the window begins.
 */
export type TimelineQuery = { name: string; keysSql: string; params?: string[] }

type EntryRow = Pick<PostsTable, 'id' | 'created_at'> & { post: string | null }

/** Reads a window of a timeline: the keys and their posts in one statement. */
export async function readTimeline(
  pool: Pool,
  { name, keysSql, params = [] }: TimelineQuery,
  viewer: Viewer,
  window: KeysetWindow,
): Promise<TimelineEntry[]> {
  const { limit, after, skip } = window
  const values = [viewer?._id ?? null, ...params, ...(after ? [after.createdAt, after._id] : [])]
  const isPrepared = skip === 0 // each offset is a different statement, and numbered pages are rare
  const prepared = isPrepared ? { name: `timeline-${name}-${after ? 'after' : 'first'}-${limit}` } : {}
  const { rows } = await pool.query<EntryRow>({ ...prepared, text: entriesSql(keysSql, limit), values })
  return rows.map(({ id, created_at, post }) => ({
    _id: id,
    createdAt: created_at,
    post: post ? toWrittenPostView(post) : undefined,
  }))
}

/** Builds the statement that reads the keys, one more than `limit`, and the posts of the first `limit` keys. */
const entriesSql = (keysSql: string, limit: number): string => `
  with ${blockedMembersCte('$1')}
  select key.id, key.created_at, case when key.index <= ${limit} then (${postViewSql('key.id')}) end as post
  from (
    select id, created_at, row_number() over (order by created_at desc, id desc) as index from (${keysSql}) keys
  ) key
  order by key.index`

/**
 * Builds the `limit` clause with literal numbers, which come from the window and never from text of a request. With a
 * parameter, a generic plan would assume a tenth of all posts.
 */
export const pageSql = ({ limit, skip }: KeysetWindow): string => `limit ${limit + 1} offset ${skip}`
