import { type calls, type EventOf, events, type Received } from '@meadow/contracts'
import { announce } from '@meadow/events'
import type { Member } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { About } from './about.ts'
import { ownPicture } from './own-picture.ts'

/** What a member wants to change; what is not named stays. */
export type ProfileEdit = Received<typeof calls.updateProfile>['body']

/** A member and what they say of themselves, as it is now. */
export type Said = { member: Member; about: About }

/** What to store and to announce. */
export type Edited = { about: About; event: EventOf<typeof events.memberUpdated> }

/**
 * The profile after an edit; undefined when that changes nothing. Pure: id and time are given.
 * @throws invalid_request for pictures of others and a birthday that is yet to come
 */
export function editProfile(
  { member, about }: Said,
  edit: ProfileEdit,
  at: { id: string; time: Date },
): Edited | undefined {
  const now = { fullName: member.fullName, avatar: member.avatar, ...about }
  const next = { ...now, ...edit, ...picturesOf(edit, member._id) } as typeof now
  if (next.birthday !== null && next.birthday > at.time.toISOString().slice(0, 10)) {
    throw refused({ birthday: 'Not in the future' })
  }
  if (Object.entries(now).every(([field, value]) => value === next[field as keyof typeof next])) return undefined

  const { fullName, avatar, ...said } = next
  const event = announce(events.memberUpdated, {
    source: 'social',
    subject: member._id,
    id: at.id,
    time: at.time,
    data: {
      username: member.username,
      fullName,
      avatar,
      isVerified: member.isVerified,
      profileVersion: member.profileVersion + 1,
      cover: said.cover,
      before: { avatar: member.avatar, cover: about.cover },
    },
  })
  return { about: said, event }
}

/** The addresses of the pictures that an edit names; '' takes one away. */
function picturesOf(edit: ProfileEdit, ownerId: string): Partial<Record<'avatar' | 'cover', string>> {
  const pictures: Partial<Record<'avatar' | 'cover', string>> = {}
  const fields: Record<string, string> = {}
  for (const field of ['avatar', 'cover'] as const) {
    const named = edit[field]
    if (named === undefined) continue
    const address = named && ownPicture(named, ownerId)
    if (address === undefined) fields[field] = 'Not a picture of yours'
    else pictures[field] = address
  }
  if (Object.keys(fields).length > 0) throw refused(fields)
  return pictures
}

const refused = (fields: Record<string, string>): DomainError =>
  new DomainError('invalid_request', {
    fields,
    fieldCodes: Object.fromEntries(Object.keys(fields).map((field) => [field, 'custom'])),
  })
