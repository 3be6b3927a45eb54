import * as z from 'zod'
import { OAUTH_PROVIDERS, PASSWORD_LENGTH } from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { Email, FullName, InviteToken, ownProof, SignedIn, Success, Username } from '../shapes/account-fields.ts'
import { Timestamp, text } from '../text.ts'

const OAuthProvider = z.enum(OAUTH_PROVIDERS)

/** The longest one-time code of a sign-in through a provider; ours have 43 characters. */
const MAX_OAUTH_CODE_LENGTH = 200

const OAuthCode = text(MAX_OAUTH_CODE_LENGTH, 'Too long').min(1, 'The code is missing')

export const listOAuthProviders = defineCall({
  method: 'get',
  path: '/auth/oauth',
  access: 'anyone',
  summary:
    'Lists the providers that this installation offers; a browser signs in by opening `/api/auth/oauth/{provider}`',
  response: z.object({ providers: z.array(OAuthProvider) }),
})

/** `registration`: nobody has this account of the provider yet; `email` is null if the member must type one. */
const OAuthRegistration = z.object({
  registration: z.object({
    provider: OAuthProvider,
    username: z.string(),
    fullName: z.string(),
    email: z.string().nullable(),
  }),
})

/** `link`: the address that the provider has verified belongs to an account. Its password is needed once, if it has one. */
const OAuthLink = z.object({
  link: z.object({ provider: OAuthProvider, email: z.string(), hasPassword: z.boolean() }),
})

export const exchangeOAuthCode = defineCall({
  method: 'post',
  path: '/auth/oauth/exchange',
  access: 'anyone',
  summary:
    'Exchanges the one-time code of `/oauth/callback`, in the browser that began: signs in, connects the provider to the member who asked for it, or says what is missing',
  body: z.object({ code: OAuthCode, invite: InviteToken.optional() }),
  response: z.union([SignedIn, OAuthRegistration, OAuthLink, z.object({ connected: OAuthProvider })]),
})

export const registerWithOAuth = defineCall({
  method: 'post',
  path: '/auth/oauth/register',
  access: 'anyone',
  summary: 'Creates an account without a password for the member of a provider, and signs in',
  status: 201,
  body: z.object({
    code: OAuthCode,
    username: Username,
    fullName: FullName,
    email: Email.optional(),
    invite: InviteToken.optional(),
  }),
  response: SignedIn,
})

export const linkOAuth = defineCall({
  method: 'post',
  path: '/auth/oauth/link',
  access: 'anyone',
  summary: 'Signs in with the password of the account that has the address, and connects the provider to it',
  body: z.object({ code: OAuthCode, password: text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Password is required') }),
  response: SignedIn,
})

export const listConnectedProviders = defineCall({
  method: 'get',
  path: '/auth/oauth/connected',
  access: 'member',
  summary: 'Lists the providers that the member has connected, and says if the account has a password',
  response: z.object({
    providers: z.array(z.object({ provider: OAuthProvider, email: z.string().nullable(), connectedAt: Timestamp })),
    hasPassword: z.boolean(),
  }),
})

export const connectOAuth = defineCall({
  method: 'post',
  path: '/auth/oauth/:provider/connect',
  access: 'member',
  summary: 'Begins to connect a provider to the account of the member; the browser opens `url`',
  params: z.object({ provider: OAuthProvider }),
  response: z.object({ url: z.url() }),
})

export const disconnectOAuth = defineCall({
  method: 'delete',
  path: '/auth/oauth/:provider',
  access: 'member',
  summary: 'Disconnects a provider; never the last way into the account',
  params: z.object({ provider: OAuthProvider }),
  body: z.object(ownProof),
  response: Success,
})
