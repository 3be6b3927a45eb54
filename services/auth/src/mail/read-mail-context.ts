import type { calls } from '@meadow/contracts'
import type { CallContext } from '@meadow/service'
import { MAIL_LANGUAGES, type MailContext } from './mail.ts'

type Request = CallContext<typeof calls.forgotPassword>['request']

/**
 * Reads the origin and the language of the mails that a request causes. The origin is the public URL. Without one mail only goes to
 * files of this machine (`readAuthConfig`), and the origin is that of the request, which the gateway has checked.
 */
export const readMailContext = (request: Request, publicUrl: URL | undefined): MailContext => ({
  origin: publicUrl?.origin ?? `http://${request.host}`,
  language: MAIL_LANGUAGES.find((language) => language === request.acceptsLanguages(...MAIL_LANGUAGES)) ?? 'en',
})
