import type pg from 'pg'
import type { ExistingPost } from './existing-posts.ts'

const CREATE_TABLE = 'create temporary table existing_posts (id uuid primary key, author_id uuid, excerpt text)'
const ADD_POSTS = 'insert into existing_posts select * from unnest($1::uuid[], $2::uuid[], $3::text[])'
const IS_MISSING = (id: string) => `not exists (select from existing_posts e where e.id = ${id})`

/** Makes the posts that social has counted, and their numbers, equal to those that exist. */
const SOCIAL_STATEMENTS = [
  `update counted_posts set deleted = true, deleted_at = now() where not deleted and ${IS_MISSING('post_id')}`,
  `insert into counted_posts as known (post_id, member_id, deleted) select id, author_id, false from existing_posts
   on conflict (post_id) do update set deleted = false, deleted_at = null where known.deleted`,
  `insert into post_counts as known (member_id, posts)
   select member_id, count(*) from counted_posts where not deleted group by member_id
   on conflict (member_id) do update set posts = excluded.posts where known.posts <> excluded.posts`,
  `update post_counts set posts = 0 where posts > 0
     and not exists (select from counted_posts c where c.member_id = post_counts.member_id and not c.deleted)`,
]

/** Removes what notify knows of posts that are gone, adds the others, and counts the notifications again. */
const NOTIFY_STATEMENTS = [
  `update posts set deleted = true, deleted_at = now(), excerpt = '', image = ''
   where not deleted and ${IS_MISSING('posts.id')}`,
  `insert into posts as known (id, author_id, excerpt, image, deleted)
   select id, author_id, excerpt, '', false from existing_posts
   on conflict (id) do update set deleted = false, deleted_at = null, excerpt = excluded.excerpt where known.deleted`,
  `delete from notifications where post_id is not null and ${IS_MISSING('post_id')}`,
  `update counters set total = actual.total, unread = actual.unread
   from (
     select c.member_id, c.type, count(n.id)::integer as total,
       (count(n.id) filter (where not n.is_read))::integer as unread
     from counters c left join notifications n
       on n.member_id = c.member_id and c.type in ('all', n.type) and n.actor_count > 0
     group by c.member_id, c.type) actual
   where counters.member_id = actual.member_id and counters.type = actual.type
     and (counters.total, counters.unread) <> (actual.total, actual.unread)`,
]

const STATEMENTS = { social: SOCIAL_STATEMENTS, notify: NOTIFY_STATEMENTS }

/** Corrects the copies of posts in a service, in one transaction. Returns the number of corrected rows. */
export async function reconcilePostCopies(
  service: keyof typeof STATEMENTS,
  client: pg.Client,
  posts: AsyncIterable<readonly ExistingPost[]>,
): Promise<number> {
  await client.query('begin')
  await client.query(CREATE_TABLE)
  for await (const batch of posts)
    await client.query(ADD_POSTS, [
      batch.map(({ id }) => id),
      batch.map(({ authorId }) => authorId),
      batch.map(({ excerpt }) => excerpt),
    ])
  await client.query('analyze existing_posts')
  let corrected = 0
  for (const statement of STATEMENTS[service]) corrected += (await client.query(statement)).rowCount ?? 0
  await client.query('commit')
  await client.query('drop table existing_posts')
  return corrected
}
