import { type Queryable, toArrayParameter } from '@meadow/storage'
import type { PostCountProjection } from './post-count-projection.ts'

const ADD_POSTS = `
  with counted as (
    insert into counted_posts (post_id, member_id, deleted)
    select post_id, member_id, false from unnest($1::uuid[], $2::uuid[]) as post (post_id, member_id) order by post_id
    on conflict do nothing returning member_id)
  insert into post_counts as known (member_id, posts)
  select member_id, count(*) from counted group by member_id order by member_id
  on conflict (member_id) do update set posts = known.posts + excluded.posts`

const REMOVE_POST = `
  with uncounted as (
    insert into counted_posts as known (post_id, member_id, deleted, deleted_at) values ($1, $2, true, now())
    on conflict (post_id) do update set deleted = true, deleted_at = now() where not known.deleted
    returning exists (select 1 from counted_posts where post_id = $1) as was_counted)
  update post_counts set posts = posts - 1 from uncounted where was_counted and post_counts.member_id = $2`

/** Creates the projection on PostgreSQL. `db` is the transaction of a consumer. */
export const createPostgresPostCountProjection = (db: Queryable): PostCountProjection => ({
  async addPosts(posts) {
    const values = [posts.map(({ postId }) => postId), posts.map(({ memberId }) => memberId)].map(toArrayParameter)
    await db.query({ name: 'count-posts', text: ADD_POSTS, values })
  },

  async removePost(postId, memberId) {
    await db.query({ name: 'remove-counted-post', text: REMOVE_POST, values: [postId, memberId] })
  },
})
