import * as z from 'zod'
import { type AUDIENCE_FIELDS, FIELD_AUDIENCES, MESSAGE_AUDIENCES } from '../profile-fields.ts'

const FieldAudience = z.enum(FIELD_AUDIENCES, 'Not one of the choices')

const FieldAudiences = z.object({
  website: FieldAudience,
  location: FieldAudience,
  birthday: FieldAudience,
  gender: FieldAudience,
  relationshipStatus: FieldAudience,
  workplace: FieldAudience,
  education: FieldAudience,
  hometown: FieldAudience,
  currentCity: FieldAudience,
  phone: FieldAudience,
  interests: FieldAudience,
} satisfies Record<(typeof AUDIENCE_FIELDS)[number], typeof FieldAudience>)

/**
 * The privacy settings of a member. `isPrivate`: a follow must be accepted, and only followers see posts, comments, lists and
 * details. `isSuggested`: others may be suggested to follow the member. `isInDirectory`: others find
 * the member in the directory and by a search. `fields`: who sees a field of the profile. `messagesFrom`: who may begin a
 * conversation with the member. `allowRequests`: the first messages of all others become a request. What a member hides by the others (`showOnline`, `showLastSeen`, `showTyping`, `sendReadMarks`) the
 * member does not see of others either; who hides that they are online hides when they were last, too. A service before them leaves
 * them out.
 */
export const PrivacySettings = z.object({
  isPrivate: z.boolean(),
  isSuggested: z.boolean(),
  isInDirectory: z.boolean(),
  fields: FieldAudiences,
  messagesFrom: z.enum(MESSAGE_AUDIENCES, 'Not one of the choices'),
  showOnline: z.boolean(),
  showLastSeen: z.boolean(),
  showTyping: z.boolean(),
  sendReadMarks: z.boolean(),
  allowRequests: z.boolean(),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

/**
 * The signals that a member shows one other member whatever the settings say: true is always shown, false is never shown, and null is as in the
 * settings. Like the settings, it holds in both directions: what a member hides from another, they do not see of them either.
 */
export const PrivacyException = z.object({
  showOnline: z.boolean().nullable(),
  showLastSeen: z.boolean().nullable(),
  showTyping: z.boolean().nullable(),
  sendReadMarks: z.boolean().nullable(),
})
export type PrivacyException = z.infer<typeof PrivacyException>

/** The choices of a member of who may contact them. */
export const ContactChoices = PrivacySettings.pick({
  messagesFrom: true,
  showOnline: true,
  showLastSeen: true,
  showTyping: true,
  sendReadMarks: true,
  allowRequests: true,
}).partial()
export type ContactChoices = z.infer<typeof ContactChoices>

/** Any part of the privacy settings. */
export const PrivacyChange = PrivacySettings.extend({ fields: FieldAudiences.partial() }).partial()
export type PrivacyChange = z.infer<typeof PrivacyChange>
