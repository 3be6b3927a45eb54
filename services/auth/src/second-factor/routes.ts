import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { readRelyingParty, toAuthenticationResponse } from '../passkeys/passkey-ceremony.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { confirmTotp, proposeTotp, renewRecoveryCodes, turnTotpOff } from './change-second-factor.ts'
import { finishSignIn } from './finish-sign-in.ts'

type Request = CallContext<typeof calls.finishSignIn>['request']

export function createSecondFactorRoutes(deps: AuthDeps): CallRoute[] {
  const readCause = (request: Request) => ({
    network: toNetworkPrefix(request.ip ?? ''),
    context: readMailContext(request, deps.publicUrl),
  })
  return [
    serve(calls.finishSignIn, async ({ body, request, response }) => {
      const signedIn = await finishSignIn(deps, {
        ...body,
        passkey: body.passkey && toAuthenticationResponse(body.passkey),
        relyingParty: readRelyingParty(request, deps.publicUrl),
        device: toDeviceName(request.headers['user-agent']),
        mailContext: readMailContext(request, deps.publicUrl),
        deviceCookie: deps.deviceCookie.read(request.headers.cookie, request.host),
        network: toNetworkPrefix(request.ip ?? ''),
      })
      return respondWithSession(deps, response, signedIn)
    }),

    serve(calls.getTotp, async ({ member }) => {
      const known = await deps.secondFactors.find(member.sub)
      return { isOn: known?.isOn ?? false, recoveryCodesLeft: known?.recoveryCodeCount ?? 0 }
    }),

    serve(calls.proposeTotp, ({ member, body, request }) =>
      proposeTotp(deps, member, { ...body, ...readCause(request) }),
    ),

    serve(calls.confirmTotp, async ({ member, body, request }) => ({
      recoveryCodes: await confirmTotp(deps, member, { ...body, ...readCause(request) }),
    })),

    serve(calls.turnTotpOff, async ({ member, body, request }) => {
      await turnTotpOff(deps, member, { ...body, ...readCause(request) })
      return { ok: true as const }
    }),

    serve(calls.renewRecoveryCodes, async ({ member, body, request }) => ({
      recoveryCodes: await renewRecoveryCodes(deps, member, { ...body, ...readCause(request) }),
    })),
  ]
}
