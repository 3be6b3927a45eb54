import type { BenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT, toSeedId } from './seed-ids.ts'

const EACH = 200

/**
 * Lets each of `members` block 200 others and mute 200 others in the database of a service. `firstOther` is the first number of those
 * who are blocked: members of measured conversations must be below it. They are spread over all others.
 */
export async function seedBlocks(
  { query }: Pick<BenchProduct, 'query'>,
  database: string,
  members: readonly number[],
  firstOther = 0,
): Promise<void> {
  const step = Math.floor((MEMBER_COUNT - firstOther) / (2 * EACH))
  const toOther = (place: number) => toSeedId('member', firstOther + place * step)
  for (const [table, isSecond] of [
    ['blocks', 0],
    ['mutes', 1],
  ] as const)
    await query(
      database,
      `insert into ${table} (from_id, to_id, version, active, at)
       select member, other, 1, true, now() - interval '1 month'
       from unnest($1::uuid[]) as member, unnest($2::uuid[]) as other where member <> other on conflict do nothing`,
      [
        members.map((member) => toSeedId('member', member)),
        Array.from({ length: EACH }, (_, n) => toOther(2 * n + isSecond)),
      ],
    )
  for (const table of ['blocks', 'mutes']) await query(database, `vacuum analyze ${table}`)
}
