import { NOTIFICATION_TYPES, type NotificationPreferences, type NotificationType } from '@meadow/contracts'
import type { Queryable } from '@meadow/storage'
import type { PreferencesTable } from '../schema.ts'
import type { PreferenceRepository } from './preference-repository.ts'

type PreferenceRow = Pick<PreferencesTable, 'type' | 'in_app' | 'from_whom'> & {
  type: NotificationType
  from_whom: 'everyone' | 'following'
}

const createDefaultPreferences = () =>
  Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, { inApp: true, from: 'everyone' }]),
  ) as NotificationPreferences

/** A single statement, so that concurrent changes of different preferences both succeed. */
const UPSERT_PREFERENCES = `
  insert into preferences as known (member_id, type, in_app, from_whom)
  select $1, type, coalesce(in_app, true), coalesce(from_whom, 'everyone')
  from unnest($2::text[], $3::boolean[], $4::text[]) as change (type, in_app, from_whom) order by type
  on conflict (member_id, type) do update set
    in_app = coalesce(($3::boolean[])[array_position($2::text[], known.type)], known.in_app),
    from_whom = coalesce(($4::text[])[array_position($2::text[], known.type)], known.from_whom)`

/** Creates the preference repository on PostgreSQL. */
export const createPostgresPreferenceRepository = (db: Queryable): PreferenceRepository => ({
  async find(memberId) {
    const { rows } = await db.query<PreferenceRow>(
      'select type, in_app, from_whom from preferences where member_id = $1',
      [memberId],
    )
    const preferences = createDefaultPreferences()
    for (const { type, in_app: inApp, from_whom: from } of rows) preferences[type] = { inApp, from }
    return preferences
  },

  async change(memberId, change) {
    const changedTypes = NOTIFICATION_TYPES.filter((type) => change[type])
    await db.query(UPSERT_PREFERENCES, [
      memberId,
      changedTypes,
      changedTypes.map((type) => change[type]?.inApp ?? null),
      changedTypes.map((type) => change[type]?.from ?? null),
    ])
  },
})
