import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { readSessionUser, respondWithSession } from '../sessions/sign-in-response.ts'
import { checkRegistration, registerMember } from './register-member.ts'
import { changeUsername } from './username-change.ts'

export const createAccountRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.register, async ({ body, request, response }) => {
    const { remember, dryRun, ...registration } = body
    const network = toNetworkPrefix(request.ip ?? '')
    const device = toDeviceName(request.headers['user-agent'])
    if (dryRun) {
      await checkRegistration(deps, registration, network)
      response.status(200) // a dry run creates nothing
      return { ok: true as const }
    }
    const deviceCookie = deps.deviceCookie.read(request.headers.cookie, request.host)
    const mailContext = readMailContext(request, deps.publicUrl)
    const context = { remember, device, deviceCookie, network, mailContext }
    return respondWithSession(deps, response, await registerMember(deps, registration, context))
  }),

  serve(calls.changeUsername, async ({ member, body }) =>
    readSessionUser(deps, await changeUsername(deps, member.sub, body.username)),
  ),

  serve(calls.finishWelcome, async ({ member }) => {
    const account = await deps.accounts.finishWelcome(member.sub)
    if (!account) throw new DomainError('token_invalid')
    return readSessionUser(deps, account)
  }),
]
