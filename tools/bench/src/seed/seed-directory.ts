import type { BenchProduct } from '../product/open-product.ts'
import { ID_KINDS } from './seed-ids.ts'

const DIRECTORY_MEMBER_COUNT = 100_000
const SYLLABLES = 'ma ra li no ke ta jo vi su be do ni lo fa ge ri pe ha zu wo'.split(' ')

/** Prefixes that about 250 names have, and parts that about 100 names have, mostly not at the start. */
export const DIRECTORY_SEARCHES = {
  prefix: SYLLABLES.map((one, at) => one + SYLLABLES[(at + 7) % 20]),
  infix: SYLLABLES.map((one, at) => one.slice(1) + SYLLABLES[(at + 11) % 20] + SYLLABLES[(at + 5) % 20]),
} as const

/** Inserts 100,000 members with names of random syllables, and the follows of the first thousand. */
export async function seedDirectory({ query }: BenchProduct): Promise<void> {
  const id = (n: string) => `('0000000${ID_KINDS.member}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const drawn = (index: number) => `syllables[1 + abs(hashint8extended(n, ${index}) % ${SYLLABLES.length})]`
  await query(
    'meadow_social',
    `set session_replication_role = replica;
     insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
     select ${id('n')}, first || '.' || n, initcap(first) || ' ' || initcap(last), '', false, 'active', at, 1, 0
     from (
       select n::bigint, timestamptz '2026-01-01' + n * interval '1 minute' as at,
         ${drawn(1)} || ${drawn(2)} as first, ${drawn(3)} || ${drawn(4)} || ${drawn(5)} as last
       from generate_series(0, ${DIRECTORY_MEMBER_COUNT - 1}::bigint) n, (select '{${SYLLABLES}}'::text[] as syllables) names
     ) drawn;
     insert into profiles (member_id, created_at) select id, created_at from members;
     insert into follows (from_id, to_id, version, active, at)
     select ${id('n')}, ${id('(n + 1 + j * 977)')}, 1, true, timestamptz '2026-06-01'
     from generate_series(0, 999::bigint) n, generate_series(0, 47::bigint) j`,
  )
  for (const table of ['members', 'profiles', 'follows']) await query('meadow_social', `vacuum analyze ${table}`)
}
