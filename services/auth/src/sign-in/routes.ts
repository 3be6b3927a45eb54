import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { signIn } from './sign-in.ts'

export const createSignInRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.login, async ({ body, request, response }) => {
    const { email: emailOrUsername, password, remember } = body
    const network = toNetworkPrefix(request.ip ?? '')
    const device = toDeviceName(request.headers['user-agent'])
    return respondWithSession(
      deps,
      response,
      await signIn(deps, { emailOrUsername, password, remember, device, network }),
    )
  }),
]
