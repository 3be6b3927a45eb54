import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import { type UpsertCallerDeps, upsertCaller } from '../profiles/upsert-caller.ts'
import { changePrivacy, type PrivacyRepository, toPrivacyView } from './privacy-settings.ts'

type PrivacyRouteDeps = UpsertCallerDeps & { privacy: PrivacyRepository }

export function createPrivacyRoutes(deps: PrivacyRouteDeps): CallRoute[] {
  return [
    serve(calls.getPrivacy, async ({ member }) => {
      await upsertCaller(deps, member)
      return toPrivacyView(await deps.privacy.find(member.sub))
    }),

    serve(calls.setPrivacy, async ({ member, body }) => {
      await upsertCaller(deps, member)
      return toPrivacyView(await deps.privacy.change(member.sub, (current) => changePrivacy(current, body)))
    }),
  ]
}
