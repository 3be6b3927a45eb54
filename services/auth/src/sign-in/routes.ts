import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { signIn } from './sign-in.ts'

export const createSignInRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.login, async ({ body, request, response }) => {
    const { email: emailOrUsername, password, remember } = body
    const signedIn = await signIn(deps, {
      emailOrUsername,
      password,
      remember,
      device: toDeviceName(request.headers['user-agent']),
      mailContext: readMailContext(request, deps.publicUrl),
      deviceCookie: deps.deviceCookie.read(request.headers.cookie, request.host),
      network: toNetworkPrefix(request.ip ?? ''),
    })
    return respondWithSession(deps, response, signedIn)
  }),

  serve(calls.guestMode, async () => ({ guestMode: deps.allowsGuests ? ('on' as const) : ('off' as const) })),
]
