import { calls, type Presence, type ProfileView } from '@meadow/contracts'
import { callerToViewer, type PresenceReader } from '@meadow/members'
import { type Caller, type CallRoute, serve } from '@meadow/service'
import { findProfile } from './find-profile.ts'
import { canViewPresence, type Profile, toProfileView } from './profile.ts'
import { type UpdateProfileDeps, updateProfile } from './update-profile.ts'

type ProfileDeps = UpdateProfileDeps & { presences: PresenceReader }

export function createProfileRoutes(deps: ProfileDeps): CallRoute[] {
  async function toView(profile: Profile, caller: Caller | undefined): Promise<ProfileView> {
    const viewer = callerToViewer(caller)
    const { _id } = profile.member
    const presences =
      viewer && canViewPresence(profile, viewer)
        ? await deps.presences.findShownTo(viewer, [_id])
        : new Map<string, Presence>()
    return toProfileView(profile, viewer, presences.get(_id) ?? { isOnline: false, lastActive: null })
  }

  return [
    serve(calls.getProfile, async ({ member, params }) => {
      const profile = await findProfile(deps, params.idOrUsername, member)
      return { user: await toView(profile, member), isFollowing: profile.isFollowing }
    }),

    serve(calls.updateProfile, async ({ member, body }) => {
      await updateProfile(deps, member, body)
      return { user: await toView(await findProfile(deps, member.sub, member), member) }
    }),
  ]
}
