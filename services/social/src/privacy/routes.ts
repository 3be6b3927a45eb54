import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { acceptAllRequests, type FollowMemberDeps } from '../follows/follow-member.ts'
import { upsertCaller } from '../profiles/upsert-caller.ts'
import { changePrivacy, type PrivacyRepository, toPrivacyView } from './privacy-settings.ts'

type PrivacyRouteDeps = FollowMemberDeps & { privacy: PrivacyRepository }

export function createPrivacyRoutes(deps: PrivacyRouteDeps): CallRoute[] {
  return [
    serve(calls.getPrivacy, async ({ member }) => {
      await upsertCaller(deps, member)
      return toPrivacyView(await deps.privacy.find(member.sub))
    }),

    serve(calls.setPrivacy, async ({ member, body }) => {
      await upsertCaller(deps, member)
      const time = deps.now()
      const stamp = { id: deps.newId(time), time }
      const settings = await deps.privacy.change(member.sub, (current) => changePrivacy(current, body, stamp))
      if (body.isPrivate === false) await acceptAllRequests(deps, member.sub)
      return toPrivacyView(settings)
    }),
  ]
}
