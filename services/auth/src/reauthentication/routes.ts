import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { reauthenticate, sendReauthenticationCode } from './reauthenticate.ts'

export const createReauthenticationRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.sendReauthenticationCode, async ({ member, request }) => {
    const context = readMailContext(request, deps.publicUrl)
    await sendReauthenticationCode(deps, member, { network: toNetworkPrefix(request.ip ?? ''), context })
    return { ok: true as const }
  }),

  serve(calls.reauthenticate, async ({ member, body, request }) => {
    const network = toNetworkPrefix(request.ip ?? '')
    const { proof, expiresAt } = await reauthenticate(deps, member, { ...body, network })
    return { proof, expiresAt: expiresAt.toISOString() }
  }),
]
