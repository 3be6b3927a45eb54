import { NOTIFICATION_TYPES, type NotificationPreferences, type NotificationType } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'
import type { PreferenceRepository } from './preference-repository.ts'

type Row = { type: NotificationType; in_app: boolean; from_whom: 'everyone' | 'following' }

const usual = () =>
  Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, { inApp: true, from: 'everyone' }]),
  ) as NotificationPreferences

/** One statement, so that two devices that change different things at once both succeed. */
const CHANGE = `
  insert into preferences as known (member_id, type, in_app, from_whom)
  select $1, type, coalesce(in_app, true), coalesce(from_whom, 'everyone')
  from unnest($2::text[], $3::boolean[], $4::text[]) as named (type, in_app, from_whom) order by type
  on conflict (member_id, type) do update set
    in_app = coalesce(($3::boolean[])[array_position($2::text[], known.type)], known.in_app),
    from_whom = coalesce(($4::text[])[array_position($2::text[], known.type)], known.from_whom)`

export const postgresPreferences = (db: Queryable): PreferenceRepository => ({
  async find(memberId) {
    const { rows } = await db.query<Row>('select type, in_app, from_whom from preferences where member_id = $1', [
      memberId,
    ])
    const preferences = usual()
    for (const { type, in_app: inApp, from_whom: from } of rows) preferences[type] = { inApp, from }
    return preferences
  },

  async change(memberId, change) {
    const named = NOTIFICATION_TYPES.filter((type) => change[type])
    await db.query(CHANGE, [
      memberId,
      named,
      named.map((type) => change[type]?.inApp ?? null),
      named.map((type) => change[type]?.from ?? null),
    ])
  },
})
