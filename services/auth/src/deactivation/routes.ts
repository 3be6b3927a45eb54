import { calls } from '@meadow/contracts'
import { type CallRoute, DomainError, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { readMailContext } from '../mail/read-mail-context.ts'
import { assertOwnOrigin } from '../sessions/assert-own-origin.ts'
import { toDeviceName } from '../sessions/device-name.ts'
import { respondWithSession } from '../sessions/sign-in-response.ts'
import { deactivateOwnAccount } from './deactivate-own-account.ts'
import { restoreOwnAccount } from './restore-own-account.ts'

export const createDeactivationRoutes = (deps: AuthDeps): CallRoute[] => [
  serve(calls.deactivateAccount, async ({ member, body, request, response }) => {
    const context = readMailContext(request, deps.publicUrl)
    const network = toNetworkPrefix(request.ip ?? '')
    await deactivateOwnAccount(deps, member, { ...body, deletion: undefined, network, context })
    response.appendHeader('Set-Cookie', deps.refreshCookie.toClearCookie(request.host))
    return { ok: true as const }
  }),

  serve(calls.deleteAccount, async ({ member, body, request, response }) => {
    const { keepMessages: keepsMessages, ...own } = body
    const context = readMailContext(request, deps.publicUrl)
    const network = toNetworkPrefix(request.ip ?? '')
    const deletion = { keepsMessages }
    const { erasesAt } = await deactivateOwnAccount(deps, member, { ...own, deletion, network, context })
    if (!erasesAt) throw new DomainError('unexpected')
    response.appendHeader('Set-Cookie', deps.refreshCookie.toClearCookie(request.host))
    return { erasesAt: erasesAt.toISOString() }
  }),

  serve(calls.restoreAccount, async ({ body, request, response }) => {
    assertOwnOrigin(request, deps.publicUrl)
    const restored = await restoreOwnAccount(deps, {
      ...body,
      device: toDeviceName(request.headers['user-agent']),
      mailContext: readMailContext(request, deps.publicUrl),
      deviceCookie: deps.deviceCookie.read(request.headers.cookie, request.host),
      network: toNetworkPrefix(request.ip ?? ''),
    })
    return respondWithSession(deps, response, restored)
  }),
]
