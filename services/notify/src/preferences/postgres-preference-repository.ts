import type { NotificationSettings, NotificationSettingsChange } from '@meadow/contracts'
import type { PostgresPool, Queryable } from '@meadow/storage'
import { withPostgresTransaction } from '@meadow/storage'
import type { PreferencesTable, PushSettingsTable } from '../schema.ts'
import { createDefaultSettings, PREFERENCE_TYPES } from './notification-settings.ts'
import type { PreferenceRepository } from './preference-repository.ts'

type PreferenceRow = Pick<PreferencesTable, 'member_id' | 'type' | 'in_app' | 'push' | 'from_whom'> & {
  type: (typeof PREFERENCE_TYPES)[number]
  from_whom: 'everyone' | 'following'
}
type PushSettingsRow = Omit<PushSettingsTable, 'quiet_days'> & {
  quiet_days: Partial<NotificationSettings['quietHours']['days']>
}

/** A single statement, so that concurrent changes of different preferences both succeed. */
const UPSERT_PREFERENCES = `
  insert into preferences as known (member_id, type, in_app, from_whom, push)
  select $1, type, coalesce(in_app, true), coalesce(from_whom, 'everyone'), coalesce(push, true)
  from unnest($2::text[], $3::boolean[], $4::text[], $5::boolean[]) as change (type, in_app, from_whom, push) order by type
  on conflict (member_id, type) do update set
    in_app = coalesce(($3::boolean[])[array_position($2::text[], known.type)], known.in_app),
    from_whom = coalesce(($4::text[])[array_position($2::text[], known.type)], known.from_whom),
    push = coalesce(($5::boolean[])[array_position($2::text[], known.type)], known.push)`

const UPSERT_PUSH_SETTINGS = `
  insert into push_settings as known (member_id, hide_text, quiet_zone, quiet_days)
  values ($1, coalesce($2, false), coalesce($3, 'UTC'), $4::jsonb)
  on conflict (member_id) do update set
    hide_text = coalesce($2, known.hide_text),
    quiet_zone = coalesce($3, known.quiet_zone),
    quiet_days = known.quiet_days || $4::jsonb`

/** Creates the preference repository on PostgreSQL. */
export const createPostgresPreferenceRepository = (pool: PostgresPool): PreferenceRepository => ({
  async find(memberId) {
    const settings = await readNotificationSettings(pool, [memberId])
    return settings.get(memberId) ?? createDefaultSettings()
  },

  change: (memberId, change) =>
    withPostgresTransaction(pool, async (tx) => {
      await changePreferences(tx, memberId, change.preferences ?? {})
      const { hidePushText, quietHours } = change
      if (hidePushText === undefined && quietHours === undefined) return
      const days = JSON.stringify(quietHours?.days ?? {})
      await tx.query(UPSERT_PUSH_SETTINGS, [memberId, hidePushText ?? null, quietHours?.zone ?? null, days])
    }),
})

async function changePreferences(
  tx: Queryable,
  memberId: string,
  change: NonNullable<NotificationSettingsChange['preferences']>,
): Promise<void> {
  const changes = PREFERENCE_TYPES.flatMap((type) =>
    change[type] ? { inApp: null, from: null, ...change[type], type } : [],
  )
  if (changes.length === 0) return
  await tx.query(UPSERT_PREFERENCES, [
    memberId,
    changes.map(({ type }) => type),
    changes.map(({ inApp }) => inApp ?? null),
    changes.map(({ from }) => from ?? null),
    changes.map(({ push }) => push ?? null),
  ])
}

/** Reads the settings of the members who have changed any. */
export async function readNotificationSettings(
  db: Queryable,
  memberIds: readonly string[],
): Promise<Map<string, NotificationSettings>> {
  const found = new Map<string, NotificationSettings>()
  const settingsOf = (memberId: string) => {
    const settings = found.get(memberId) ?? createDefaultSettings()
    found.set(memberId, settings)
    return settings
  }
  const { rows } = await db.query<PreferenceRow>({
    name: 'read-preferences',
    text: 'select member_id, type, in_app, push, from_whom from preferences where member_id = any($1::uuid[])',
    values: [memberIds],
  })
  for (const { member_id, type, in_app: inApp, push, from_whom: from } of rows) {
    const { preferences } = settingsOf(member_id)
    if (type === 'message') preferences.message = { push }
    else preferences[type] = { inApp, push, from }
  }
  const pushSettings = await db.query<PushSettingsRow>({
    name: 'read-push-settings',
    text: 'select member_id, hide_text, quiet_zone, quiet_days from push_settings where member_id = any($1::uuid[])',
    values: [memberIds],
  })
  for (const row of pushSettings.rows) {
    const settings = settingsOf(row.member_id)
    settings.hidePushText = row.hide_text
    settings.quietHours = { zone: row.quiet_zone, days: { ...settings.quietHours.days, ...row.quiet_days } }
  }
  return found
}
