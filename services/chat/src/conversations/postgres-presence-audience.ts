import { visibleMemberSql } from '@meadow/members'
import type { Queryable } from '@meadow/storage'
import { MAX_PRESENCE_AUDIENCE, type PresenceAudience } from '../realtime/ports.ts'

const PRESENCE_AUDIENCE = `
  select subject.id as member, audience.ids
  from unnest($1::uuid[]) as subject (id)
  cross join lateral (
    select coalesce(array_agg(recent.other_id order by recent.moved_at desc), '{}') as ids
    from (
      select other_id, member_id, moved_at from conversation_members
      where member_id = subject.id and other_id is not null and request is null and moved_at > $2
      order by moved_at desc
      limit ${MAX_PRESENCE_AUDIENCE}
    ) recent
    where ${visibleMemberSql('recent.other_id', 'recent.member_id')}
  ) audience`

export const createPostgresPresenceAudience = (db: Queryable): PresenceAudience => ({
  async findPresenceAudience(memberIds, since) {
    const { rows } = await db.query<{ member: string; ids: string[] }>({
      name: 'presence-audience',
      text: PRESENCE_AUDIENCE,
      values: [memberIds, since],
    })
    return new Map(rows.map(({ member, ids }) => [member, ids]))
  },
})
