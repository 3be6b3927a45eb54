import { calls, type ProfileView } from '@meadow/contracts'
import type { MemberReadModel } from '@meadow/members'
import type { PresenceReader } from '@meadow/presence'
import { type Caller, type CallRoute, serve } from '@meadow/service'
import { editProfile } from './edit-profile.ts'
import { findProfile } from './find-profile.ts'
import { upsertCaller } from './upsert-caller.ts'
import { type Profile, toProfileView } from './profile.ts'
import type { ProfileEditRepository } from './profile-edit-repository.ts'
import type { ProfileRepository } from './profile-repository.ts'

type ProfileDeps = {
  members: MemberReadModel
  profiles: ProfileRepository
  profileEdits: ProfileEditRepository
  presences: PresenceReader
  now: () => Date
  newId: (at: Date) => string
}

export function createProfileRoutes(deps: ProfileDeps): CallRoute[] {
  const { profileEdits, presences, now, newId } = deps

  async function toView(profile: Profile, viewer: Caller): Promise<ProfileView> {
    const { _id } = profile.member
    const presence = (await presences.find([_id])).get(_id) ?? { isOnline: false, lastActive: null }
    return toProfileView(profile, { _id: viewer.sub }, presence)
  }

  return [
    serve(calls.getProfile, async ({ member, params }) => {
      const profile = await findProfile(deps, params.idOrUsername, member)
      return { user: await toView(profile, member), isFollowing: profile.isFollowing }
    }),

    serve(calls.updateProfile, async ({ member, body }) => {
      await upsertCaller(deps, member)
      const time = now()
      const at = { id: newId(time), time }
      await profileEdits.change(member.sub, (said) => editProfile(said, body, at))
      return { user: await toView(await findProfile(deps, member.sub, member), member) }
    }),
  ]
}
