import { visibleContentLookupSql } from '@meadow/members'
import { isForeignKeyViolation, type PostgresPool } from '@meadow/storage'
import { IS_PLAIN_SHARE_SQL } from '../posts/postgres-post-changes.ts'
import { MAX_VIEWED_POSTS_PER_DAY, NO_VIEWS, type PostViews, toViewDay, VIEWED_POSTS_BATCH_SIZE } from './view.ts'
import type { ViewRepository } from './view-repository.ts'

/**
 * Counts views in one statement: the posts that the member can see, then those of them that are new in the set of this day, then their
 * counts, in the order of the ids, so that two batches never wait for each other.
 */
const ADD_VIEWS_SQL = `
  with seen as (
    select array_agg(id order by id) as ids from posts
    where id = any((select $2::uuid[])::uuid[]) and author_id <> $1::uuid and hidden_at is null and not ${IS_PLAIN_SHARE_SQL}
      and exists (select from members where id = $1::uuid and state = 'active')
      and ${visibleContentLookupSql('$1', 'posts.author_id')}
  ),
  stored as (
    insert into viewed_posts as known (member_id, day, post_ids, added_ids)
    select $1::uuid, $3::date, ids, ids from seen where ids is not null
    on conflict (member_id, day) do update set (post_ids, added_ids) = (
      select known.post_ids || added.ids, added.ids from (
        select array(select id from unnest(excluded.post_ids) as id where id <> all (known.post_ids) order by id) as ids
      ) added
    )
    where cardinality(known.post_ids) < ${MAX_VIEWED_POSTS_PER_DAY} and not excluded.post_ids <@ known.post_ids
    returning added_ids
  )
  insert into post_views as views (post_id, views_count, first_day, last_day)
  select id, 1, $3::date, $3::date from stored cross join unnest(added_ids) as id order by id
  on conflict (post_id) do update set views_count = views.views_count + 1,
    first_day = coalesce(views.first_day, excluded.first_day), last_day = excluded.last_day`

/** Creates the store of views on PostgreSQL. */
export const createPostgresViewRepository = (pool: PostgresPool): ViewRepository => ({
  async add({ memberId, postIds, at }) {
    const addViews = () =>
      pool.query({ name: 'add-views', text: ADD_VIEWS_SQL, values: [memberId, postIds, toViewDay(at)] })
    try {
      await addViews()
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      await addViews() // one of the posts was deleted in the meantime: now it is not seen
    }
  },

  async find(postId) {
    const { rows } = await pool.query<PostViews>({
      name: 'post-views',
      text: `select views_count as count, first_day::text as "firstDay", last_day::text as "lastDay", is_hidden as "isHidden"
             from post_views where post_id = $1`,
      values: [postId],
    })
    return rows[0] ?? NO_VIEWS
  },

  async setHidden(postId, isHidden) {
    await pool.query(
      `insert into post_views (post_id, views_count, is_hidden) select id, 0, $2 from posts where id = $1
       on conflict (post_id) do update set is_hidden = excluded.is_hidden`,
      [postId, isHidden],
    )
  },

  async deleteViewedPosts(before) {
    const { rowCount } = await pool.query(
      `delete from viewed_posts where (member_id, day) in (
         select member_id, day from viewed_posts where day < $1::date order by day limit ${VIEWED_POSTS_BATCH_SIZE}
       )`,
      [before],
    )
    return rowCount === VIEWED_POSTS_BATCH_SIZE
  },
})
