import { visible } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { PARTNERS_MAX, type Partners } from './partners.ts'

const PARTNERS = `
  select told.id as member, partners.ids
  from unnest($1::uuid[]) as told (id)
  cross join lateral (
    select coalesce(array_agg(newest.other_id order by newest.moved_at desc), '{}') as ids
    from (
      select other_id, member_id, moved_at from conversation_members
      where member_id = told.id and moved_at > $2
      order by moved_at desc
      limit ${PARTNERS_MAX}
    ) newest
    where ${visible('newest.other_id', 'newest.member_id')}
  ) partners`

export const postgresPartners = (db: Queryable): Partners => ({
  async of(members, since) {
    const { rows } = await db.query<{ member: string; ids: string[] }>({
      name: 'partners-of',
      text: PARTNERS,
      values: [members, since],
    })
    return new Map(rows.map(({ member, ids }) => [member, ids]))
  },
})
