import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { changePassword } from './change-password.ts'

export const createPasswordRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.changePassword, async ({ member, body, request, response }) => {
    const change = { ...body, network: toNetworkPrefix(request.ip ?? '') }
    return respondWithSession(deps, response, await changePassword(deps, member, change))
  }),
]
