import { randomUUID } from 'node:crypto'
import { openPostgres } from '@meadow/storage'
import type { BenchProduct } from '../product/open-product.ts'
import { type FollowedAuthor, toFollowerIdsSql } from '../seed/seed-followers.ts'

const COPY_POST_SQL = `insert into feed_entries (member_id, post_id)
  select member_id, $1 from followers where author = $2 order by position`

/** The feeds of a product that copies each post to the feeds of all followers. */
export type FeedCopies = AsyncDisposable & {
  /** Copies a new post of this author: one durable statement inserts a row for each follower. */
  copyPost(author: FollowedAuthor): Promise<void>
}

/** Opens feeds in a database of their own, with the same followers as the product. */
export async function openFeedCopies(
  { query, toStoreUrl }: BenchProduct,
  authors: readonly FollowedAuthor[],
): Promise<FeedCopies> {
  await query('postgres', 'create database bench')
  await query(
    'bench',
    `create table followers (author integer, position bigint, member_id uuid not null, primary key (author, position));
     create table feed_entries (member_id uuid, post_id uuid, primary key (member_id, post_id))`,
  )
  for (const author of authors)
    await query(
      'bench',
      `insert into followers (author, position, member_id)
       select ${author.member}, position, id
       from unnest(${toFollowerIdsSql(author)}) with ordinality as listed (id, position)`,
    )
  await query('bench', 'vacuum analyze followers')
  const pool = await openPostgres(toStoreUrl('bench'), { maxConnections: 1 })
  return {
    async copyPost({ member }) {
      await pool.query({ name: 'copy-post', text: COPY_POST_SQL, values: [randomUUID(), member] })
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
