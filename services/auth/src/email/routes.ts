import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { confirmEmailChange, refuseEmailChange, requestEmailChange } from './change-email.ts'
import { requestVerificationMail, verifyEmail } from './verify-email.ts'

type Request = CallContext<typeof calls.verifyEmail>['request']

export function createEmailRoutes(deps: AuthDeps): CallRoute[] {
  const readCause = (request: Request) => ({
    network: toNetworkPrefix(request.ip ?? ''),
    context: readMailContext(request, deps.publicUrl),
  })
  return [
    serve(calls.verifyEmail, async ({ member, body, request }) => {
      await verifyEmail(deps, { ...body, memberId: member?.sub, network: toNetworkPrefix(request.ip ?? '') })
      return { ok: true as const }
    }),

    serve(calls.changeEmail, async ({ member, body, request }) => {
      await requestEmailChange(deps, member, { ...body, ...readCause(request) })
      return { ok: true as const }
    }),

    serve(calls.confirmEmailChange, async ({ member, body, request }) => ({
      isChanged: await confirmEmailChange(deps, { ...body, memberId: member?.sub, ...readCause(request) }),
    })),

    serve(calls.refuseEmailChange, async ({ member, body, request }) => {
      await refuseEmailChange(deps, { ...body, memberId: member?.sub, ...readCause(request) })
      return { ok: true as const }
    }),

    serve(calls.sendVerificationMail, async ({ member, request }) => {
      return { isSent: await requestVerificationMail(deps, { memberId: member.sub, ...readCause(request) }) }
    }),
  ]
}
