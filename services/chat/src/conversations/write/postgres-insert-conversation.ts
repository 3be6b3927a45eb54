import type { Queryable } from '@meadow/storage'
import { getOtherOfPair, type NewConversation } from '../conversation.ts'

/**
 * Inserts a conversation with its members. If another transaction inserts one of the same pair at the same time, waits for it
 * and inserts nothing.
 */
export async function insertConversation(
  tx: Queryable,
  { _id, kind, pair, members, createdAt }: NewConversation,
): Promise<void> {
  const inserted = await tx.query(
    `insert into conversations (id, kind, low_id, high_id, created_at, moved_at) values ($1, $2, $3, $4, $5, $5)
     on conflict do nothing`,
    [_id, kind, pair?.[0] ?? null, pair?.[1] ?? null, createdAt],
  )
  if (inserted.rowCount === 0) return
  const memberIds = members.map((member) => member._id)
  await tx.query(
    `insert into unread_totals (member_id) select id from unnest($1::uuid[]) as id order by id on conflict do nothing`,
    [memberIds],
  )
  await tx.query(
    `insert into conversation_members (conversation_id, member_id, role, other_id, request, moved_at)
     select $1, member_id, role, other_id, request, $6
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[]) as m (member_id, role, other_id, request)`,
    [
      _id,
      memberIds,
      members.map(({ role }) => role),
      memberIds.map((id) => getOtherOfPair(pair, id)),
      members.map(({ request }) => request ?? null),
      createdAt,
    ],
  )
}
