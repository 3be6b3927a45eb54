import { isDeepStrictEqual } from 'node:util'
import { type ContactChoices, type EventOf, events, type PrivacyChange, type PrivacySettings } from '@meadow/contracts'
import { AUDIENCE_FIELDS, FIELD_AUDIENCES } from '@meadow/contracts/profile-fields'
import { createEvent } from '@meadow/events'
import { type Member, toActor, toContactPrivacy } from '@meadow/members'

/** The privacy settings as they are stored: of `fields` and `contact` only what the member has chosen. */
export type StoredPrivacy = Pick<PrivacySettings, 'isPrivate' | 'isSuggested' | 'isInDirectory'> & {
  fields: Readonly<Record<string, string>>
  contact: ContactChoices
}

/** The settings of a member after a change, with the event if other services enforce what has changed. */
type ChangedPrivacy = { settings: StoredPrivacy; event: EventOf<typeof events.memberPrivacyUpdated> | undefined }

/** Stores the privacy settings of members. */
export type PrivacyRepository = {
  /** Returns the settings of a member. @throws forbidden if the member is not active */
  find(memberId: string): Promise<StoredPrivacy>
  /**
   * Locks the settings, calls `decide`, and stores its result with the event in one transaction. Returns the stored settings.
   * `decide` must be pure, because it can be called again. @throws forbidden if the member is not active
   */
  change(
    memberId: string,
    decide: (current: { member: Member; settings: StoredPrivacy }) => ChangedPrivacy,
  ): Promise<StoredPrivacy>
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
export const toPrivacyView = ({ fields, contact, ...settings }: StoredPrivacy): PrivacySettings => ({
  ...settings,
  ...toContactPrivacy(contact),
  fields: Object.fromEntries(
    AUDIENCE_FIELDS.map((field) => [field, getFieldAudience(fields, field)]),
  ) as PrivacySettings['fields'],
})

/** Applies a change. Missing settings stay unchanged. `stamp` is the id and time of the event. */
export function changePrivacy(
  { member, settings }: { member: Member; settings: StoredPrivacy },
  { fields, isPrivate, isSuggested, isInDirectory, ...chosen }: PrivacyChange,
  stamp: { id: string; time: Date },
): ChangedPrivacy {
  const contact = { ...settings.contact, ...chosen }
  const next: StoredPrivacy = {
    isPrivate: isPrivate ?? settings.isPrivate,
    isSuggested: isSuggested ?? settings.isSuggested,
    isInDirectory: isInDirectory ?? settings.isInDirectory,
    fields: { ...settings.fields, ...fields } as StoredPrivacy['fields'],
    contact,
  }
  if (next.isPrivate === settings.isPrivate && isDeepStrictEqual(contact, settings.contact))
    return { settings: next, event: undefined }
  const event = createEvent(events.memberPrivacyUpdated, {
    source: 'social',
    subject: member._id,
    ...stamp,
    data: { actor: toActor(member), privacyVersion: member.privacyVersion + 1, isPrivate: next.isPrivate, contact },
  })
  return { settings: next, event }
}
