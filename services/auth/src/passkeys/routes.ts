import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, DomainError, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { addPasskey, beginPasskey, removePasskey } from './own-passkeys.ts'
import {
  beginAuthentication,
  readRelyingParty,
  SIGN_IN_OWNER,
  toAuthenticationResponse,
  toRegistrationResponse,
} from './passkey-ceremony.ts'
import type { Passkey } from './postgres-passkey-repository.ts'
import { consumePasskeyAttempt, signInByPasskey } from './sign-in-by-passkey.ts'

type Request = CallContext<typeof calls.listPasskeys>['request']

const toPasskeyView = ({ _id, name, createdAt, lastUsedAt }: Passkey) => ({
  _id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export function createPasskeyRoutes(deps: AuthDeps): CallRoute[] {
  const readCause = (request: Request) => ({
    network: toNetworkPrefix(request.ip ?? ''),
    context: readMailContext(request, deps.publicUrl),
    relyingParty: readRelyingParty(request, deps.publicUrl),
  })
  return [
    serve(calls.listPasskeys, async ({ member }) => ({
      passkeys: (await deps.passkeys.list(member.sub)).map(toPasskeyView),
    })),

    serve(calls.beginPasskey, async ({ member, body, request }) => ({
      options: { ...(await beginPasskey(deps, member, { ...body, ...readCause(request) })) },
    })),

    serve(calls.addPasskey, async ({ member, body, request }) => {
      const name = body.name ?? toDeviceName(request.headers['user-agent'])
      const response = toRegistrationResponse(body.response)
      return { passkey: toPasskeyView(await addPasskey(deps, member, { response, name, ...readCause(request) })) }
    }),

    serve(calls.renamePasskey, async ({ member, params, body }) => {
      if (!(await deps.passkeys.rename(member.sub, params.id, body.name))) throw new DomainError('passkey_not_found')
      return { ok: true as const }
    }),

    serve(calls.removePasskey, async ({ member, params, body, request }) => {
      await removePasskey(deps, member, { ...body, ...params, ...readCause(request) })
      return { ok: true as const }
    }),

    serve(calls.beginPasskeySignIn, async ({ request }) => {
      const { network, relyingParty } = readCause(request)
      await consumePasskeyAttempt(deps, network)
      return { options: { ...(await beginAuthentication(deps, relyingParty, SIGN_IN_OWNER)) } }
    }),

    serve(calls.signInByPasskey, async ({ body, request, response }) => {
      const { network, relyingParty, context: mailContext } = readCause(request)
      const signedIn = await signInByPasskey(deps, {
        response: toAuthenticationResponse(body.response),
        remember: body.remember,
        device: toDeviceName(request.headers['user-agent']),
        deviceCookie: deps.deviceCookie.read(request.headers.cookie, request.host),
        mailContext,
        network,
        relyingParty,
      })
      return respondWithSession(deps, response, signedIn)
    }),
  ]
}
