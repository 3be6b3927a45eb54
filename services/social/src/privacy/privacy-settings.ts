import type { PrivacyChange, PrivacySettings } from '@meadow/contracts'
import { AUDIENCE_FIELDS, FIELD_AUDIENCES } from '@meadow/contracts/limits'

/** The privacy settings as they are stored: only those fields have an audience whose audience the member has chosen. */
export type StoredPrivacy = Omit<PrivacySettings, 'fields'> & { fields: Readonly<Record<string, string>> }

/** Stores the privacy settings of members. */
export type PrivacyRepository = {
  /** Returns the settings of a member. @throws forbidden if the member is not active */
  find(memberId: string): Promise<StoredPrivacy>
  /**
   * Locks the settings, calls `decide`, and stores its result. Returns the stored settings. `decide` must be pure, because it can
   * be called again. @throws forbidden if the member is not active
   */
  change(memberId: string, decide: (current: StoredPrivacy) => StoredPrivacy): Promise<StoredPrivacy>
}

type FieldAudience = (typeof FIELD_AUDIENCES)[number]

/** Returns the audience of a field. An audience that a newer version has stored is read as the member only. */
export function getFieldAudience(
  fields: StoredPrivacy['fields'],
  field: (typeof AUDIENCE_FIELDS)[number],
): FieldAudience {
  const chosen = fields[field]
  if (chosen === undefined) return field === 'birthday' || field === 'phone' ? 'only_me' : 'everyone'
  return FIELD_AUDIENCES.find((audience) => audience === chosen) ?? 'only_me'
}

/** Converts the settings to the view in responses. */
export const toPrivacyView = ({ fields, ...settings }: StoredPrivacy): PrivacySettings => ({
  ...settings,
  fields: Object.fromEntries(
    AUDIENCE_FIELDS.map((field) => [field, getFieldAudience(fields, field)]),
  ) as PrivacySettings['fields'],
})

/** Applies a change. Missing settings stay unchanged. */
export const changePrivacy = (current: StoredPrivacy, { fields, ...change }: PrivacyChange): StoredPrivacy =>
  ({ ...current, ...change, fields: { ...current.fields, ...fields } }) as StoredPrivacy
