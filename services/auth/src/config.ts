import {
  applyServiceStoreUrl,
  ConfigurationError,
  defineProcessVariables,
  encryptionKeysVariable,
  engineVariables,
  exportUrl,
  guestModeVariable,
  readEnvironment,
  requireVerifiedEmailVariable,
} from '@meadow/service'
import * as z from 'zod'
import { DEFAULT_SIGNING_KEY_DAYS } from './keys/signing-key.ts'
import { createGitHubProvider, createOpenIdProvider, type OAuthProvider } from './oauth/oauth-provider.ts'
import { DEFAULT_MAX_SESSION_DAYS } from './sessions/session.ts'
import { type AuthLimits, DEFAULT_AUTH_LIMITS } from './sign-in/throttle-limits.ts'

/** Defines a limit with the default of `DEFAULT_AUTH_LIMITS`. */
const limitOf = (name: keyof AuthLimits, description: string) =>
  z.coerce.number().int().min(1).default(DEFAULT_AUTH_LIMITS[name]).describe(description)

/** The variables of `npm run keys`, beside the URL of the store. */
export const SigningKeyVariables = z.object({
  SIGNING_KEY_ENCRYPTION_KEY: encryptionKeysVariable.describe(
    'Encrypts the private signing keys, and the secrets of authenticator apps, in the store: 32 bytes in base64. Several, separated by commas: the first encrypts, all decrypt. Not set: they are stored in clear. Set by `npm start`',
  ),
})

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const AuthVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Origin of the product in browsers: decides the name and the `Secure` flag of the refresh cookie, and is the only `Origin` that may use it. Without it, an `Origin` equal to the requested host is accepted on loopback and in private networks',
    ),
  ADMIN_EMAIL: z
    .string()
    .max(254)
    .optional()
    .describe(
      'The account with this e-mail address becomes the first admin at its next sign-in, once the address is verified. Not set: nobody does. Without effect when there is an admin',
    ),
  REGISTRATION: z
    .enum(['open', 'invite', 'closed'])
    .default('open')
    .describe(
      'People who may register, with a password or through a provider: `open` anyone, `invite` those with the link of an invite, `closed` nobody. Members sign in in any case. `ADMIN_EMAIL` may always register',
    ),
  DEFAULT_PLAN: z.string().max(40).default('pro').describe('Plan of new accounts'),
  EXPORT_URL: exportUrl,
  GUEST_MODE: guestModeVariable,
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` disables the rate limits, for load tests'),
  FAILED_SIGN_INS_PER_ACCOUNT_AND_NETWORK: limitOf(
    'failedSignInsPerAccountAndNetwork',
    'Maximum number of failed sign-ins to an account from one network (IPv4 address or IPv6 /64) in 15 minutes',
  ),
  FAILED_SIGN_INS_PER_ACCOUNT: limitOf(
    'failedSignInsPerAccount',
    'Maximum number of failed sign-ins to an account from all networks in 15 minutes',
  ),
  FAILED_SIGN_INS_PER_NETWORK: limitOf(
    'failedSignInsPerNetwork',
    'Maximum number of failed sign-ins from one network to all accounts in 15 minutes',
  ),
  FAILED_SIGN_INS_PER_DEVICE: limitOf(
    'failedSignInsPerDevice',
    'Maximum number of failed sign-ins in 15 minutes to an account on a device that has signed in to it before; the other limits of failed sign-ins do not apply to this device',
  ),
  SIGN_INS_PER_HOUR: limitOf(
    'signIns',
    'Maximum number of successful sign-ins to an account in an hour; a device that has signed in to it before counts for itself',
  ),
  WRONG_PASSWORDS_PER_SESSION: limitOf(
    'wrongPasswordsPerSession',
    'Maximum number of wrong passwords and codes in 15 minutes of a session that changes the password, or confirms who the member is',
  ),
  WRONG_SECOND_FACTORS_PER_ACCOUNT: limitOf(
    'wrongSecondFactors',
    'Maximum number of wrong codes of the second factor in 15 minutes for an account, after a right password',
  ),
  REGISTRATIONS_PER_HOUR: limitOf('registrations', 'Maximum number of registrations from one network in an hour'),
  REGISTRATION_ATTEMPTS_PER_HOUR: limitOf(
    'registrationAttempts',
    'Maximum number of attempts to register from one network in an hour, successful or not',
  ),
  MAIL_REQUESTS_PER_NETWORK: limitOf(
    'mailRequestsPerNetwork',
    'Maximum number of mails for which one network can ask in an hour',
  ),
  MAIL_REQUESTS_PER_ADDRESS: limitOf(
    'mailRequestsPerAddress',
    'Maximum number of requests in an hour for a mail to one e-mail address, whether or not an account has it',
  ),
  MAIL_LINKS_PER_HOUR: limitOf('mailLinks', 'Maximum number of links of mails that one network can use in an hour'),
  OAUTH_SIGN_INS_PER_HOUR: limitOf(
    'providerSignIns',
    'Maximum number of sign-ins through a provider that one network can begin in an hour',
  ),
  PASSKEY_SIGN_INS_PER_HOUR: limitOf(
    'passkeySignIns',
    'Maximum number of sign-ins by a passkey that one network can begin in an hour',
  ),
  OAUTH_GOOGLE_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Client id at Google; with its secret, members can sign in with Google. Needs `PUBLIC_URL`; the redirect URI to register is `<PUBLIC_URL>/api/auth/oauth/google/callback`',
    ),
  OAUTH_GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret at Google'),
  OAUTH_GITHUB_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Client id of an OAuth app at GitHub; with its secret, members can sign in with GitHub. Needs `PUBLIC_URL`; the callback URL to register is `<PUBLIC_URL>/api/auth/oauth/github/callback`',
    ),
  OAUTH_GITHUB_CLIENT_SECRET: z.string().min(1).optional().describe('Client secret of the OAuth app at GitHub'),
  OAUTH_DEMO: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on` offers the demo provider to browsers on this machine, which asks for no password. The process does not start with it where `PUBLIC_URL` is set. Set by `npm start`',
    ),
  MAIL_URL: z
    .url({ protocol: /^(?:smtps?|file)$/, error: 'must be an address that begins with smtp://, smtps:// or file://' })
    .optional()
    .describe(
      'The mail server: `smtp://user:password@host:587` (STARTTLS is required; `?tls=off` sends in clear) or `smtps://…`, both only with `PUBLIC_URL`; or `file:…`, a folder for `.eml` files. Not set: no mail is sent. Set by `npm start`',
    ),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, 'must be an address, or Name <address>')
    .optional()
    .describe(
      'The sender of mails: an address, or `Name <address>`. Not set: `Meadow <meadow@…>` with the host of `PUBLIC_URL`',
    ),
  REQUIRE_VERIFIED_EMAIL: requireVerifiedEmailVariable,
  MAILBOX_PAGE: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on` shows the mails of `MAIL_URL=file:…` to browsers on this machine at `/dev/mail`. The process does not start with it where `PUBLIC_URL` is set. Set by `npm start`',
    ),
  SESSION_MAX_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(DEFAULT_MAX_SESSION_DAYS)
    .describe('Age in days at which a session ends, however often it is used'),
  SIGNING_KEY_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(DEFAULT_SIGNING_KEY_DAYS)
    .describe(
      'Days for which a key signs access tokens. Then the next key signs, which is published ten minutes before',
    ),
  ...SigningKeyVariables.shape,
  DEMO_ACCOUNTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((username) => username !== ''))
    .describe(
      'Usernames of the demo accounts, separated by commas: no password is correct for them. Set by `npm start`',
    ),
  DEMO_SIGN_IN: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on` lets browsers on this machine sign in to the demo accounts without a password, if `PUBLIC_URL` is not set; otherwise their sessions end at the start. Set by `npm start`',
    ),
})

export type AuthConfig = z.output<typeof AuthVariables>

/** Reads the configuration of this process. @throws ConfigurationError that names the invalid variables */
export function readAuthConfig(environment: Record<string, string | undefined>): AuthConfig {
  const config = readEnvironment(AuthVariables, applyServiceStoreUrl('auth', environment))
  const { MAIL_URL, MAILBOX_PAGE, PUBLIC_URL } = config
  const isFiles = MAIL_URL?.startsWith('file:')
  if (MAIL_URL && !isFiles && !PUBLIC_URL)
    throw new ConfigurationError(
      'MAIL_URL needs PUBLIC_URL: the links of mails must not take their host from a request',
    )
  if (config.REQUIRE_VERIFIED_EMAIL === 'on' && !MAIL_URL)
    throw new ConfigurationError('REQUIRE_VERIFIED_EMAIL can only be on with MAIL_URL: nobody could verify an address')
  if (MAILBOX_PAGE === 'on' && (PUBLIC_URL || !isFiles))
    throw new ConfigurationError('MAILBOX_PAGE can only be on with MAIL_URL=file:… and without PUBLIC_URL')
  for (const provider of ['GOOGLE', 'GITHUB'] as const) {
    const [id, secret] = [config[`OAUTH_${provider}_CLIENT_ID`], config[`OAUTH_${provider}_CLIENT_SECRET`]]
    if (!id !== !secret)
      throw new ConfigurationError(`OAUTH_${provider}_CLIENT_ID and OAUTH_${provider}_CLIENT_SECRET need each other`)
    if (id && !PUBLIC_URL)
      throw new ConfigurationError(
        `OAUTH_${provider}_CLIENT_ID needs PUBLIC_URL: the address to which a provider sends browsers back must not take its host from a request`,
      )
  }
  if (config.OAUTH_DEMO === 'on' && PUBLIC_URL)
    throw new ConfigurationError('OAUTH_DEMO can only be on without PUBLIC_URL')
  return config
}

/** Creates the providers of sign-ins that are configured, without the demo provider. */
export function createOAuthProviders(config: AuthConfig): OAuthProvider[] {
  const { OAUTH_GOOGLE_CLIENT_ID: googleId, OAUTH_GOOGLE_CLIENT_SECRET: googleSecret } = config
  const { OAUTH_GITHUB_CLIENT_ID: gitHubId, OAUTH_GITHUB_CLIENT_SECRET: gitHubSecret } = config
  const issuer = new URL('https://accounts.google.com')
  const gitHub = { server: new URL('https://github.com'), api: new URL('https://api.github.com') }
  return [
    ...(googleId && googleSecret
      ? [createOpenIdProvider({ id: 'google', issuer, clientId: googleId, clientSecret: googleSecret })]
      : []),
    ...(gitHubId && gitHubSecret
      ? [createGitHubProvider({ ...gitHub, clientId: gitHubId, clientSecret: gitHubSecret })]
      : []),
  ]
}

/** Returns the sender of mails. */
export const readMailFrom = ({ MAIL_FROM, PUBLIC_URL }: Pick<AuthConfig, 'MAIL_FROM' | 'PUBLIC_URL'>): string =>
  MAIL_FROM ?? `Meadow <meadow@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}>`

/** Returns the limits of the configuration. */
export const readAuthLimits = (config: AuthConfig): AuthLimits => ({
  failedSignInsPerAccountAndNetwork: config.FAILED_SIGN_INS_PER_ACCOUNT_AND_NETWORK,
  failedSignInsPerAccount: config.FAILED_SIGN_INS_PER_ACCOUNT,
  failedSignInsPerNetwork: config.FAILED_SIGN_INS_PER_NETWORK,
  failedSignInsPerDevice: config.FAILED_SIGN_INS_PER_DEVICE,
  signIns: config.SIGN_INS_PER_HOUR,
  wrongPasswordsPerSession: config.WRONG_PASSWORDS_PER_SESSION,
  wrongSecondFactors: config.WRONG_SECOND_FACTORS_PER_ACCOUNT,
  registrations: config.REGISTRATIONS_PER_HOUR,
  registrationAttempts: config.REGISTRATION_ATTEMPTS_PER_HOUR,
  mailRequestsPerNetwork: config.MAIL_REQUESTS_PER_NETWORK,
  mailRequestsPerAddress: config.MAIL_REQUESTS_PER_ADDRESS,
  mailLinks: config.MAIL_LINKS_PER_HOUR,
  providerSignIns: config.OAUTH_SIGN_INS_PER_HOUR,
  passkeySignIns: config.PASSKEY_SIGN_INS_PER_HOUR,
})
