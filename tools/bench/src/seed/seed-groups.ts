import type { BenchProduct } from '../product/open-product.ts'
import { toSeedId } from './seed-ids.ts'

/** Creates groups without messages. The group number n has the members from the number `n * size`. Returns the ids of the groups. */
export async function seedGroups({ query }: BenchProduct, count: number, size: number): Promise<string[]> {
  const groups = Array.from({ length: count }, (_, n) => toSeedId('conversation', 1_000_000 + n))
  const members = Array.from({ length: count * size }, (_, n) => toSeedId('member', n))
  const groupOfMember = members.map((_, n) => groups[Math.floor(n / size)])
  await query(
    'meadow_chat',
    `insert into conversations (id, kind, created_at, moved_at) select unnest($1::uuid[]), 'group', now(), now()`,
    [groups],
  )
  await query(
    'meadow_chat',
    `insert into groups (conversation_id, name, created_by) select id, 'Hikers', $2 from unnest($1::uuid[]) as id`,
    [groups, members[0]],
  )
  await query(
    'meadow_chat',
    `insert into conversation_members (conversation_id, member_id, moved_at, joined_at)
     select group_id, member_id, now(), now() from unnest($1::uuid[], $2::uuid[]) as joined (group_id, member_id)`,
    [groupOfMember, members],
  )
  await query('meadow_chat', 'insert into unread_totals (member_id) select unnest($1::uuid[]) on conflict do nothing', [
    members,
  ])
  return groups
}
