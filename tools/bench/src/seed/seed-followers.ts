import type { BenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT, toSeedId } from './seed-ids.ts'

/** A member whom every nth member follows. Members do not follow themselves. */
export type FollowedAuthor = { member: number; everyNth: number }

/** Lists the followers in the order in which they are inserted. */
export const listFollowers = ({ member, everyNth }: FollowedAuthor): number[] =>
  Array.from({ length: MEMBER_COUNT / everyNth }, (_, n) => (n + 1) * everyNth - 1).filter((n) => n !== member)

/** Returns SQL for the ids of the followers, as an array. */
export const toFollowerIdsSql = (author: FollowedAuthor): string =>
  `'{${listFollowers(author).map((n) => toSeedId('member', n))}}'::uuid[]`

/** Replaces the followers of seeded members. */
export async function seedFollowers(
  { query }: BenchProduct,
  database: string,
  authors: readonly FollowedAuthor[],
): Promise<void> {
  for (const author of authors) {
    const id = toSeedId('member', author.member)
    await query(
      database,
      `set session_replication_role = replica;
       delete from follows where to_id = '${id}';
       insert into follows (from_id, to_id, version, active, at)
       select unnest(${toFollowerIdsSql(author)}), '${id}', 1, true, now() - interval '1 year'`,
    )
  }
  await query(database, 'vacuum analyze follows')
}
