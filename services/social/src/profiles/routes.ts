import { calls, type ProfileView } from '@meadow/contracts'
import type { Members, Presences } from '@meadow/members'
import { type Caller, type Served, serve } from '@meadow/service'
import { editProfile } from './edit-profile.ts'
import { findProfile } from './find-profile.ts'
import { noteCaller } from './note-caller.ts'
import { type Profile, toProfileView } from './profile.ts'
import type { ProfileEdits } from './profile-edits.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Parts = {
  members: Members
  profiles: ProfileRepository
  profileEdits: ProfileEdits
  presences: Presences
  now: () => Date
  newId: (at: Date) => string
  /** Has the events of a commit published now. */
  announced: () => void
}

export function profileCalls(parts: Parts): Served[] {
  const { profileEdits, presences, now, newId, announced } = parts

  async function toView(profile: Profile, viewer: Caller): Promise<ProfileView> {
    const { _id } = profile.member
    const presence = (await presences.of([_id])).get(_id) ?? { isOnline: false, lastActive: null }
    return toProfileView(profile, { _id: viewer.sub }, presence)
  }

  return [
    serve(calls.getProfile, async ({ member, params }) => {
      const profile = await findProfile(parts, params.idOrUsername, member)
      return { user: await toView(profile, member), isFollowing: profile.isFollowing }
    }),

    serve(calls.updateProfile, async ({ member, body }) => {
      await noteCaller(parts, member)
      const time = now()
      const at = { id: newId(time), time }
      const isChanged = await profileEdits.change(member.sub, (said) => editProfile(said, body, at))
      if (isChanged) announced()
      return { user: await toView(await findProfile(parts, member.sub, member), member) }
    }),
  ]
}
