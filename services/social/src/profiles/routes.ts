import { calls } from '@meadow/contracts'
import type { Members } from '@meadow/members'
import { type Served, serve } from '@meadow/service'
import { editProfile } from './edit-profile.ts'
import { findProfile } from './find-profile.ts'
import { noteCaller } from './note-caller.ts'
import { toProfileView } from './profile.ts'
import type { ProfileEdits } from './profile-edits.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Parts = {
  members: Members
  profiles: ProfileRepository
  profileEdits: ProfileEdits
  now: () => Date
  newId: (at: Date) => string
  /** Has the events of a commit published now. */
  announced: () => void
}

export function profileCalls(parts: Parts): Served[] {
  const { profileEdits, now, newId, announced } = parts
  return [
    serve(calls.getProfile, async ({ member, params }) => {
      const profile = await findProfile(parts, params.idOrUsername, member)
      return { user: toProfileView(profile, { _id: member.sub }), isFollowing: profile.isFollowing }
    }),

    serve(calls.updateProfile, async ({ member, body }) => {
      await noteCaller(parts, member)
      const time = now()
      const at = { id: newId(time), time }
      const isChanged = await profileEdits.change(member.sub, (said) => editProfile(said, body, at))
      if (isChanged) announced()
      return { user: toProfileView(await findProfile(parts, member.sub, member), { _id: member.sub }) }
    }),
  ]
}
