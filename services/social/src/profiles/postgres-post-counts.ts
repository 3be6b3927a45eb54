import type { Queryable } from '@meadow/storage'
import type { PostCounts } from './post-counts.ts'

const CHANGE = `
  insert into post_counts as known (member_id, posts) values ($1, greatest($2, 0))
  on conflict (member_id) do update set posts = known.posts + $2`

/** The set of posts and its count in PostgreSQL; `db` is the transaction of a consumer. */
export const postgresPostCounts = (db: Queryable): PostCounts => ({
  async count(postId, memberId) {
    const { rowCount } = await db.query(
      'insert into counted_posts (post_id, member_id, deleted) values ($1, $2, false) on conflict do nothing',
      [postId, memberId],
    )
    if (rowCount === 1) await db.query(CHANGE, [memberId, 1])
  },

  async uncount(postId, memberId) {
    const { rows } = await db.query<{ was_counted: boolean }>(
      `insert into counted_posts as known (post_id, member_id, deleted) values ($1, $2, true)
       on conflict (post_id) do update set deleted = true where not known.deleted
       returning exists (select 1 from counted_posts where post_id = $1) as was_counted`,
      [postId, memberId],
    )
    if (rows[0]?.was_counted) await db.query(CHANGE, [memberId, -1])
  },
})
