import { calls } from '@meadow/contracts'
import { type CallContext, type CallRoute, serve, toNetworkPrefix } from '@meadow/service'
import type { AuthDeps } from '../auth-deps.ts'
import { MAIL_LANGUAGES, type MailContext } from '../mail/mail.ts'
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

type Request = CallContext<typeof calls.forgotPassword>['request']

/**
 * Reads the origin and the language of the mails that a request causes. The origin is the public URL. Without one mail only goes to
 * files of this machine (`readAuthConfig`), and the origin is that of the request, which the gateway has checked.
 */
const readMailContext = (request: Request, publicUrl: URL | undefined): MailContext => ({
  origin: publicUrl?.origin ?? `http://${request.host}`,
  language: MAIL_LANGUAGES.find((language) => language === request.acceptsLanguages(...MAIL_LANGUAGES)) ?? 'en',
})
