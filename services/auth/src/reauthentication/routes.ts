import { calls } from '@meadow/contracts'
import { type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { readRelyingParty, toAuthenticationResponse } from '../passkeys/passkey-ceremony.ts'
import { beginPasskeyReauthentication, reauthenticate, sendReauthenticationCode } from './reauthenticate.ts'

export const createReauthenticationRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.sendReauthenticationCode, async ({ member, request }) => {
    const context = readMailContext(request, deps.publicUrl)
    await sendReauthenticationCode(deps, member, { network: toNetworkPrefix(request.ip ?? ''), context })
    return { ok: true as const }
  }),

  serve(calls.beginPasskeyReauthentication, async ({ member, request }) => {
    const relyingParty = readRelyingParty(request, deps.publicUrl)
    return { options: { ...(await beginPasskeyReauthentication(deps, member, relyingParty)) } }
  }),

  serve(calls.reauthenticate, async ({ member, body, request }) => {
    const { proof, expiresAt } = await reauthenticate(deps, member, {
      ...body,
      passkey: body.passkey && toAuthenticationResponse(body.passkey),
      network: toNetworkPrefix(request.ip ?? ''),
      relyingParty: readRelyingParty(request, deps.publicUrl),
    })
    return { proof, expiresAt: expiresAt.toISOString() }
  }),
]
