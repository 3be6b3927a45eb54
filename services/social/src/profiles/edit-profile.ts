import { isDeepStrictEqual } from 'node:util'
import { type CallRequest, type calls, type EventOf, events, type TextFacet } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Member } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type ProfilePictureField, toOwnPictureAddress } from './own-picture.ts'
import type { ProfileDetails } from './profile-details.ts'

/** The requested changes. Missing fields remain unchanged. */
export type ProfileEdit = CallRequest<typeof calls.updateProfile>['body']

/** The requested changes. If they have a bio, with its facets and the members to tell that it mentions them. */
export type ProfileEditWithFacets = ProfileEdit & { bioFacets?: TextFacet[]; mentionedIds?: string[] }

/** The current profile. */
export type EditableProfile = { member: Member; details: ProfileDetails }

/** The edited profile and its event. */
export type EditedProfile = { details: ProfileDetails; event: EventOf<typeof events.memberUpdated> }

/**
 * Applies an edit to a profile. Returns undefined if nothing changes. `stamp` is the id and time of the event.
 * @throws invalid_request for pictures that the member did not upload as avatar or cover, and for a birthday in the future
 */
export function editProfile(
  { member, details: about }: EditableProfile,
  { mentionedIds, ...edit }: ProfileEditWithFacets,
  stamp: { id: string; time: Date },
): EditedProfile | undefined {
  const current = { fullName: member.fullName, avatar: member.avatar, ...about }
  const next = { ...current, ...edit, ...resolvePictures(edit, current, member._id) } as typeof current
  if (next.birthday !== null && next.birthday > stamp.time.toISOString().slice(0, 10)) {
    throw createFieldError({ birthday: 'Choose a date in the past' })
  }
  if (isDeepStrictEqual(next, current)) return undefined

  const { fullName, avatar, ...editedDetails } = next
  const event = createEvent(events.memberUpdated, {
    source: 'social',
    subject: member._id,
    id: stamp.id,
    time: stamp.time,
    data: {
      username: member.username,
      fullName,
      avatar,
      isVerified: member.isVerified,
      profileVersion: member.profileVersion + 1,
      cover: editedDetails.cover,
      before: { avatar: member.avatar, cover: about.cover },
      ...(mentionedIds && { bio: next.bio, mentionedIds }),
    },
  })
  return { details: editedDetails, event }
}

type ProfilePictures = Record<ProfilePictureField, string>

/**
 * Returns the addresses of the pictures in an edit. An empty string removes a picture. The current picture is accepted, also if
 * an earlier version accepted it by other rules.
 */
function resolvePictures(edit: ProfileEdit, current: ProfilePictures, ownerId: string): Partial<ProfilePictures> {
  const pictures: Partial<ProfilePictures> = {}
  const fields: Partial<ProfilePictures> = {}
  for (const field of ['avatar', 'cover'] as const) {
    const addressOrId = edit[field]
    if (addressOrId === undefined || addressOrId === current[field]) continue
    const address = addressOrId && toOwnPictureAddress(addressOrId, ownerId, field)
    if (address === undefined) fields[field] = PICTURE_REFUSALS[field]
    else pictures[field] = address
  }
  if (Object.keys(fields).length > 0) throw createFieldError(fields)
  return pictures
}

const PICTURE_REFUSALS: ProfilePictures = {
  avatar: 'Choose a picture that you uploaded as your profile picture',
  cover: 'Choose a picture that you uploaded as your cover',
}

const createFieldError = (fields: Record<string, string>): DomainError =>
  new DomainError('invalid_request', {
    fields,
    fieldCodes: Object.fromEntries(Object.keys(fields).map((field) => [field, 'custom'])),
  })
