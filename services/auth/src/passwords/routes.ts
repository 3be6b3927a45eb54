import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'

export const createPasswordRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.changePassword, async ({ member, body, request, response }) => {
    const change = { ...body, network: toNetworkPrefix(request.ip ?? '') }
    return respondWithSession(deps, response, await changePassword(deps, member, change))
  }),

  serve(calls.forgotPassword, async ({ body, request }) => {
    const context = readMailContext(request, deps.publicUrl)
    await requestPasswordReset(deps, { ...body, network: toNetworkPrefix(request.ip ?? ''), context })
    return { ok: true as const }
  }),

  serve(calls.resetPassword, async ({ body, request }) => {
    const context = readMailContext(request, deps.publicUrl)
    await resetPassword(deps, { ...body, network: toNetworkPrefix(request.ip ?? ''), context })
    return { ok: true as const }
  }),
]
