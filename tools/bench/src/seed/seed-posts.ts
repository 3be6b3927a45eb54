import type { BenchProduct } from '../product/open-product.ts'
import { ID_KINDS, MEMBER_COUNT } from './seed-ids.ts'

const id = (kind: keyof typeof ID_KINDS, n: string) =>
  `('0000000${ID_KINDS[kind]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Returns SQL for a deterministic fraction from 0 to 1. */
const share = (of: string) => `((hashint8extended((${of})::bigint, 7) & 1048575) / 1048576.0)`

/** Inserts members without follows. */
export async function seedStrangers(
  { query }: BenchProduct,
  database: string,
  memberCount = MEMBER_COUNT,
): Promise<void> {
  await query(
    database,
    `insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
     select ${id('member', 'n')}, 'member' || n, 'Member ' || n, '', false, 'active', now() - interval '2 years', 1, 1
     from generate_series(0, ${memberCount - 1}) n on conflict do nothing;
     analyze members`,
  )
}

/** Inserts members and follows: 48 on average, skewed on both sides; everybody follows the first member. */
export async function seedMembers(product: BenchProduct, database: string, memberCount = MEMBER_COUNT): Promise<void> {
  await seedStrangers(product, database, memberCount)
  await product.query(
    database,
    `set session_replication_role = replica;
     insert into follows (from_id, to_id, version, active, at)
     select ${id('member', 'n')}, ${id('member', 'followed')}, 1, true, now() - interval '1 year'
     from (
       select n, floor(${memberCount} * power(${share('n * 100003 + j')}, 2))::bigint as followed
       from generate_series(0::bigint, ${memberCount - 1}) n,
         generate_series(1, least(5000, floor(16 * power(1 - ${share('n')}, -0.67)))::bigint) j
       union select n, 0 from generate_series(1, ${memberCount - 1}) n
     ) drawn where n <> followed on conflict do nothing;
     analyze follows`,
  )
}

/**
 * Inserts posts with 2 comments and `likesMean` likes on average; 30 % have a picture. All are by the member `authorNumber`, or by
 * default by many members, of whom a few wrote most.
 */
export async function seedPosts(
  { query }: BenchProduct,
  from: number,
  to: number,
  {
    likesMean = 8,
    authorNumber,
    memberCount = MEMBER_COUNT,
  }: { likesMean?: number; authorNumber?: number; memberCount?: number } = {},
): Promise<void> {
  const posts = `generate_series(${from}::bigint, ${to - 1}::bigint) n`
  const likes = `(n * 7919 % ${2 * likesMean + 1})`
  const comments = `(n * 104729 % 5)`
  const drawnAuthor = `floor(${memberCount} * power(${share('n')}, 2))::bigint`
  const author = id('member', `${authorNumber ?? drawnAuthor}`)
  const at = (n: string) => `timestamptz '2025-01-01' + ${n} * interval '20 seconds'`
  await query(
    'meadow_posts',
    `set session_replication_role = replica;
     set synchronous_commit = off;
     insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
     select ${id('post', 'n')}, ${author},
       repeat('Something that somebody wrote. ', 5), '', ${at('n')}, 1 + ${likes} + ${comments}, ${likes}, ${comments}, n % 10 < 3
     from ${posts};
     insert into likes (post_id, member_id, author_id, created_at)
     select ${id('post', 'n')}, ${id('member', `((n * 31 + j * 1237) % ${MEMBER_COUNT})`)}, ${author},
       ${at('n')} + j * interval '1 minute'
     from ${posts}, generate_series(1, ${likes}) j;
     insert into comments (id, post_id, author_id, text, created_at)
     select ${id('comment', 'n * 8 + j')}, ${id('post', 'n')}, ${id('member', `((n * 17 + j * 997) % ${MEMBER_COUNT})`)},
       'A comment of some words', ${at('n')} + j * interval '1 minute'
     from ${posts}, generate_series(1, ${comments}) j;
     insert into media (id, owner_id, purpose, random, width, height, created_at, post_id)
     select ${id('media', 'n')}, p.author_id, 'post', 'seeded-' || n, 1280, 960, p.created_at, p.id
     from ${posts} join posts p on p.id = ${id('post', 'n')} where n % 10 < 3`,
  )
  for (const table of ['posts', 'likes', 'comments', 'media']) await query('meadow_posts', `vacuum analyze ${table}`)
}
