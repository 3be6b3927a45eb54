import { calls } from '@meadow/contracts'
import { toMemberView } from '@meadow/members'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import { acceptAllRequests, type FollowMemberDeps } from '../follows/follow-member.ts'
import { upsertCaller } from '../profiles/upsert-caller.ts'
import { changePrivacyException, type PrivacyExceptionRepository } from './privacy-exception.ts'
import { changePrivacy, type PrivacyRepository, toPrivacyView } from './privacy-settings.ts'

type PrivacyRouteDeps = FollowMemberDeps & {
  privacy: PrivacyRepository
  privacyExceptions: PrivacyExceptionRepository
}

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

    serve(calls.setPrivacyException, async ({ member, params, body: exception }) => {
      if (params.id === member.sub) throw new DomainError('cannot_hide_from_self')
      await upsertCaller(deps, member)
      const time = deps.now()
      const stamp = { id: deps.newId(time), time }
      const user = await deps.privacyExceptions.change(member.sub, params.id, (pair) =>
        changePrivacyException(pair, exception, stamp),
      )
      const followed = await deps.members.findFollowed(member.sub, [user._id])
      return { user: toMemberView(user, followed.has(user._id)), exception }
    }),

    serve(calls.listPrivacyExceptions, async ({ member }) => {
      const found = await deps.privacyExceptions.list(member.sub)
      const followed = await deps.members.findFollowed(
        member.sub,
        found.map(({ _id }) => _id),
      )
      const exceptions = found.map(({ exception, ...user }) => ({
        ...toMemberView(user, followed.has(user._id)),
        exception,
      }))
      return { exceptions }
    }),
  ]
}
