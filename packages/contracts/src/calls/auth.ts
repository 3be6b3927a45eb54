import * as z from 'zod'
import {
  EMAIL_DOMAIN_PATTERN,
  EMAIL_PATTERN,
  INVITE_LIMITS,
  OAUTH_PROVIDERS,
  PASSWORD_LENGTH,
  REFUSAL_LIMITS,
  USERNAME_LENGTH,
  USERNAME_PATTERN,
} from '../account-limits.ts'
import { defineCall } from '../define-call.ts'
import { MAX_EMAIL_LENGTH, MAX_FULL_NAME_LENGTH, ROLES } from '../limits.ts'
import { MAX_APPEAL_LENGTH } from '../report-limits.ts'
import { EndedMemberSessions, EndedSession } from '../shapes/ended-sessions.ts'
import { RoleHolderView, SessionUser } from '../shapes/member.ts'
import { boundedString, Count, Id, lineText, Timestamp, text, trimmedText, visibleLine } from '../text.ts'

/** Rejects other characters before lower-casing, which would turn look-alikes such as the Kelvin sign into letters. */
const Username = lineText(USERNAME_LENGTH.max, `Username can have at most ${USERNAME_LENGTH.max} characters`)
  .min(1, 'Username is required')
  .regex(/^[\x20-\x7e]*$/, 'Use letters, digits, dots and underscores only')
  .toLowerCase()
  .min(USERNAME_LENGTH.min, `Username must be at least ${USERNAME_LENGTH.min} characters`)
  .regex(USERNAME_PATTERN, 'Use letters, digits, single dots and underscores; begin and end with a letter or digit')

const Email = visibleLine(MAX_EMAIL_LENGTH, 'Email is invalid')
  .min(1, 'Email is required')
  .regex(EMAIL_PATTERN, 'Email is invalid')

const FullName = lineText(MAX_FULL_NAME_LENGTH, `Full name can have at most ${MAX_FULL_NAME_LENGTH} characters`).min(
  1,
  'Full name is required',
)

const NewPassword = text(PASSWORD_LENGTH.max, `Password can have at most ${PASSWORD_LENGTH.max} characters`)
  .min(1, 'Password is required')
  .min(PASSWORD_LENGTH.min, `Password must be at least ${PASSWORD_LENGTH.min} characters`)

/** `device` is a readable name, such as 'Firefox on Linux'. */
const SessionView = z.object({
  _id: Id,
  device: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  current: z.boolean(),
})

/** The token of an invite; ours have 43 characters. */
const InviteToken = text(200, 'Too long')

const SignedIn = z.object({ token: z.string(), user: SessionUser })
const Success = z.object({ ok: z.literal(true) })

export const register = defineCall({
  method: 'post',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Creates an account and signs in; with `dryRun` it validates everything and stores nothing',
  status: 201,
  body: z.object({
    username: Username,
    email: Email,
    password: NewPassword,
    fullName: FullName,
    invite: InviteToken.optional(),
    remember: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  response: z.union([SignedIn, Success]),
})

export const getRegistration = defineCall({
  method: 'get',
  path: '/auth/registration',
  access: 'anyone',
  summary:
    'Returns who may register: anyone (`open`), people with an invite (`invite`), or nobody (`closed`); with `isAdminExpected` also the first admin, by the configured address',
  response: z.object({ registration: z.enum(['open', 'invite', 'closed']), isAdminExpected: z.boolean().optional() }),
})

export const checkInvite = defineCall({
  method: 'post',
  path: '/auth/invites/check',
  access: 'anyone',
  summary: 'Says if the invite of a link can be used. It is not used by that',
  body: z.object({ invite: InviteToken }),
  response: z.object({ isUsable: z.boolean() }),
})

/** `createdBy` is the username of an admin. An invite that is not usable is used up. */
const InviteView = z.object({
  _id: Id,
  note: z.string(),
  maxUses: z.int().positive(),
  uses: Count,
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isUsable: z.boolean(),
})

export const listInvites = defineCall({
  method: 'get',
  path: '/auth/invites',
  access: 'admin',
  summary: 'Lists the invites of all admins that have not expired, newest first',
  response: z.object({ invites: z.array(InviteView) }),
})

export const createInvite = defineCall({
  method: 'post',
  path: '/auth/invites',
  access: 'admin',
  summary: 'Creates an invite. Its link is `/signup?invite=` with `token`, which no other response contains',
  status: 201,
  body: z.object({
    maxUses: z.int().min(1).max(INVITE_LIMITS.uses),
    days: z.int().min(1).max(INVITE_LIMITS.days),
    note: lineText(INVITE_LIMITS.note).default(''),
  }),
  response: z.object({ invite: InviteView, token: z.string() }),
})

export const revokeInvite = defineCall({
  method: 'delete',
  path: '/auth/invites/:id',
  access: 'admin',
  summary: 'Takes an invite back: nobody else can register with it',
  params: z.object({ id: Id }),
  response: Success,
})

const listOfRefused = (entry: z.ZodString) =>
  z.array(entry).max(REFUSAL_LIMITS.entries, `At most ${REFUSAL_LIMITS.entries} entries`)

/** Words match whole words, whatever their case. A domain stands for its subdomains, too. */
const Refusals = z.object({
  version: Count,
  words: listOfRefused(lineText(REFUSAL_LIMITS.wordLength).min(1, 'A word is empty')),
  emailDomains: listOfRefused(
    visibleLine(MAX_EMAIL_LENGTH, 'A domain is invalid').regex(EMAIL_DOMAIN_PATTERN, 'A domain is invalid'),
  ),
  emails: listOfRefused(Email),
})

export const getRefusals = defineCall({
  method: 'get',
  path: '/auth/refusals',
  access: 'admin',
  summary:
    'Returns what this installation refuses: words in texts and names, and e-mail domains and addresses of accounts',
  response: Refusals,
})

export const updateRefusals = defineCall({
  method: 'put',
  path: '/auth/refusals',
  access: 'admin',
  summary:
    'Replaces what this installation refuses, if `version` is the current one. It acts within a minute, and not on what is there already',
  body: Refusals,
  response: Refusals,
})

export const login = defineCall({
  method: 'post',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Signs in with an e-mail address or a username',
  body: z.object({
    email: trimmedText(MAX_EMAIL_LENGTH, 'Too long').min(1, 'Email or username is required'),
    password: text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Password is required'),
    remember: z.boolean().default(false),
  }),
  response: SignedIn,
})

export const refresh = defineCall({
  method: 'post',
  path: '/auth/refresh',
  access: 'anyone',
  summary: 'Exchanges the refresh cookie for a new access token and rotates the cookie',
  response: SignedIn,
})

export const logout = defineCall({
  method: 'post',
  path: '/auth/logout',
  access: 'anyone',
  summary: 'Ends the session of the token or the refresh cookie',
  response: Success,
})

export const changePassword = defineCall({
  method: 'put',
  path: '/auth/password',
  access: 'member',
  summary: 'Changes the password, and ends all other sessions of the member',
  body: z.object({
    current: text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Your current password is required'),
    next: NewPassword,
  }),
  response: SignedIn,
})

/** The longest token of a link in a mail; ours have 43 characters. */
const MAX_MAIL_TOKEN_LENGTH = 200
const MailToken = text(MAX_MAIL_TOKEN_LENGTH, 'Too long').min(1, 'The link is incomplete')

export const mailDelivery = defineCall({
  method: 'get',
  path: '/auth/mail',
  access: 'anyone',
  summary:
    'Returns if this installation sends mail: `off`, `smtp`, or `mailbox`, the page of this machine at /dev/mail',
  response: z.object({ delivery: z.enum(['off', 'smtp', 'files', 'mailbox']) }),
})

export const forgotPassword = defineCall({
  method: 'post',
  path: '/auth/forgot-password',
  access: 'anyone',
  summary: 'Mails a link for a new password, if an account has the address; the response is the same if none has',
  status: 202,
  body: z.object({ email: Email }),
  response: Success,
})

export const resetPassword = defineCall({
  method: 'post',
  path: '/auth/reset-password',
  access: 'anyone',
  summary: 'Sets a new password by the token of a mail, and ends all sessions of the member; it does not sign in',
  body: z.object({ token: MailToken, password: NewPassword }),
  response: Success,
})

const OwnPassword = text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Your password is required')
/** The longest code or proof; our proofs have 43 characters. */
const MAX_PROOF_LENGTH = 200

/** Bytes of a browser in base64url; the longest is the attestation, of which we ask for none. */
const base64url = (maxLength: number) => boundedString(maxLength).regex(/^[\w-]*$/, 'Not base64url')
const CredentialId = base64url(1_400)
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** The answer of a browser to the options of a new passkey (`RegistrationResponseJSON`). */
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(7)
      .optional(),
  }),
})

/** The signature of a passkey, as a browser gives it (`AuthenticationResponseJSON`). */
const Signature = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
})

/** Options for `navigator.credentials`, in JSON. */
const CredentialOptions = z.object({ options: z.record(z.string(), z.unknown()) })
const MAX_PASSKEY_NAME_LENGTH = 60
const PasskeyName = lineText(MAX_PASSKEY_NAME_LENGTH).min(1, 'A name is required')
const PasskeyView = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.union([Timestamp, z.null()]),
})

/** The fields that show who asks for what cannot be undone: the password, or in its place a proof of `reauthenticate`. */
const ownProof = {
  password: OwnPassword.optional(),
  proof: text(MAX_PROOF_LENGTH, 'Too long').min(1, 'The proof is missing').optional(),
}

export const sendReauthenticationCode = defineCall({
  method: 'post',
  path: '/auth/reauthenticate/code',
  access: 'member',
  summary: 'Mails a code for `reauthenticate` to a member whose account has no password. It works for 10 minutes',
  status: 202,
  response: Success,
})

export const beginPasskeyReauthentication = defineCall({
  method: 'post',
  path: '/auth/reauthenticate/passkey',
  access: 'member',
  summary: 'Returns what a browser needs to sign with a passkey of the member for `reauthenticate`, within 5 minutes',
  response: CredentialOptions,
})

export const reauthenticate = defineCall({
  method: 'post',
  path: '/auth/reauthenticate',
  access: 'member',
  summary:
    'Exchanges the password, the mailed code of an account without one, or the signature of a passkey for a proof, which works once in this session, for 5 minutes',
  body: z.object({
    password: OwnPassword.optional(),
    code: text(MAX_PROOF_LENGTH, 'Too long').min(1, 'The code is required').optional(),
    passkey: Signature.optional(),
  }),
  response: z.object({ proof: z.string(), expiresAt: Timestamp }),
})

/** The longest token of a sign-in; ours have 43 characters. */
const MAX_SIGN_IN_TOKEN_LENGTH = 200
/** A code of six digits, or a recovery code; with the spaces that members type. */
const SecondFactorCode = text(50, 'Too long').min(1, 'The code is required')
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const finishSignIn = defineCall({
  method: 'post',
  path: '/auth/second-factor',
  access: 'anyone',
  summary:
    'Finishes a sign-in that was refused with `second_factor_required`, by a code of the authenticator app, a recovery code, or a passkey',
  body: z.object({
    token: text(MAX_SIGN_IN_TOKEN_LENGTH, 'Too long').min(1, 'The token is required'),
    code: SecondFactorCode.optional(),
    passkey: Signature.optional(),
  }),
  response: SignedIn,
})

export const getTotp = defineCall({
  method: 'get',
  path: '/auth/totp',
  access: 'member',
  summary: 'Says if sign-ins of the member need a code of an authenticator app, and how many recovery codes are left',
  response: z.object({ isOn: z.boolean(), recoveryCodesLeft: Count }),
})

export const proposeTotp = defineCall({
  method: 'post',
  path: '/auth/totp',
  access: 'member',
  summary:
    'Creates the secret of an authenticator app. It has no effect before its first code (`PUT`), within 15 minutes',
  body: z.object(ownProof),
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = defineCall({
  method: 'put',
  path: '/auth/totp',
  access: 'member',
  summary: 'Turns the authenticator app on by its first code, and returns ten recovery codes, which are shown once',
  body: z.object({ code: SecondFactorCode }),
  response: RecoveryCodes,
})

export const turnTotpOff = defineCall({
  method: 'delete',
  path: '/auth/totp',
  access: 'member',
  summary: 'Turns the authenticator app off, with its recovery codes',
  body: z.object(ownProof),
  response: Success,
})

export const renewRecoveryCodes = defineCall({
  method: 'post',
  path: '/auth/recovery-codes',
  access: 'member',
  summary: 'Replaces the recovery codes by ten new ones, which are shown once',
  body: z.object(ownProof),
  response: RecoveryCodes,
})

export const listPasskeys = defineCall({
  method: 'get',
  path: '/auth/passkeys',
  access: 'member',
  summary: 'Lists the passkeys of the member, oldest first',
  response: z.object({ passkeys: z.array(PasskeyView) }),
})

export const beginPasskey = defineCall({
  method: 'post',
  path: '/auth/passkeys/options',
  access: 'member',
  summary: 'Returns what a browser needs to make a passkey, within 5 minutes',
  body: z.object(ownProof),
  response: CredentialOptions,
})

export const addPasskey = defineCall({
  method: 'post',
  path: '/auth/passkeys',
  access: 'member',
  summary: 'Adds the passkey that the browser has made. Without a name it gets that of the browser',
  body: z.object({ response: NewCredential, name: PasskeyName.optional() }),
  response: z.object({ passkey: PasskeyView }),
})

export const renamePasskey = defineCall({
  method: 'put',
  path: '/auth/passkeys/:id',
  access: 'member',
  summary: 'Changes the name of a passkey of the member',
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  response: Success,
})

export const removePasskey = defineCall({
  method: 'delete',
  path: '/auth/passkeys/:id',
  access: 'member',
  summary: 'Removes a passkey of the member; never the last way into the account',
  params: z.object({ id: Id }),
  body: z.object(ownProof),
  response: Success,
})

export const beginPasskeySignIn = defineCall({
  method: 'post',
  path: '/auth/passkeys/sign-in/options',
  access: 'anyone',
  summary: 'Returns what a browser needs to sign in by any passkey of this site, within 5 minutes',
  response: CredentialOptions,
})

export const signInByPasskey = defineCall({
  method: 'post',
  path: '/auth/passkeys/sign-in',
  access: 'anyone',
  summary: 'Signs in by the signature of a passkey, which has verified its user and so counts as both factors',
  body: z.object({ response: Signature, remember: z.boolean().default(false) }),
  response: SignedIn,
})

export const deactivateAccount = defineCall({
  method: 'post',
  path: '/auth/account/deactivate',
  access: 'member',
  summary: 'Hides the member everywhere and ends all sessions, until the member signs in and restores the account',
  body: z.object(ownProof),
  response: Success,
})

export const deleteAccount = defineCall({
  method: 'delete',
  path: '/auth/account',
  access: 'member',
  summary:
    'Hides the member everywhere, ends all sessions, and erases the account at `erasesAt`, unless the member restores it before. With `keepMessages` the texts of messages stay with their receivers',
  body: z.object({ ...ownProof, keepMessages: z.boolean().default(false) }),
  response: z.object({ erasesAt: Timestamp }),
})

/** The token of an error `account_deactivated`; ours have 43 characters. */
const RestoreToken = text(200, 'Too long').min(1, 'The token is required')

export const restoreAccount = defineCall({
  method: 'post',
  path: '/auth/account/restore',
  access: 'anyone',
  summary: 'Restores a deactivated account by the token that a sign-in was refused with, and signs in',
  body: z.object({ token: RestoreToken, remember: z.boolean().default(false) }),
  response: SignedIn,
})

export const appealSuspension = defineCall({
  method: 'post',
  path: '/auth/suspension/appeal',
  access: 'anyone',
  status: 202,
  summary: 'Appeals against a suspension by the token that a sign-in was refused with, once and within 30 days',
  body: z.object({
    token: text(200, 'Too long').min(1, 'The token is required'),
    text: trimmedText(MAX_APPEAL_LENGTH).min(1, 'Please say why'),
  }),
  response: z.object({ ok: z.literal(true) }),
})

/** `erasedAt` is null until the service has confirmed. `counts` has the number of removed things by their name. */
const ErasedPart = z.object({
  service: z.string(),
  erasedAt: z.union([Timestamp, z.null()]),
  counts: z.record(z.string(), z.int().nonnegative()),
})

export const getReceipt = defineCall({
  method: 'get',
  path: '/auth/receipts/:id',
  access: 'anyone',
  summary:
    'Returns what each service removed of an erased account, and when; the id is the secret of the link in a mail',
  params: z.object({ id: Id }),
  response: z.object({
    receipt: z.object({ erasedAt: Timestamp, isComplete: z.boolean(), parts: z.array(ErasedPart) }),
  }),
})

export const verifyEmail = defineCall({
  method: 'post',
  path: '/auth/verify-email',
  access: 'anyone',
  summary:
    'Proves the e-mail address of an account by the token of a mail, without a session or in one of this account',
  body: z.object({ token: MailToken }),
  response: Success,
})

export const sendVerificationMail = defineCall({
  method: 'post',
  path: '/auth/verify-email/resend',
  access: 'member',
  summary:
    'Mails the member a link that proves their address; `isSent` is false if it is proved, or if one was mailed in the last hour',
  status: 202,
  response: z.object({ isSent: z.boolean() }),
})

export const changeEmail = defineCall({
  method: 'put',
  path: '/auth/email',
  access: 'member',
  summary:
    'Mails the links by which the new address and, if it is proved, the old one confirm a change; the response is the same for a taken address. The current address ends a change',
  status: 202,
  body: z.object({ email: Email, ...ownProof }),
  response: Success,
})

export const confirmEmailChange = defineCall({
  method: 'post',
  path: '/auth/email/confirm',
  access: 'anyone',
  summary:
    'Confirms a change of an e-mail address by the token of a mail; `isChanged` is false while the other address has not confirmed it',
  body: z.object({ token: MailToken }),
  response: z.object({ isChanged: z.boolean() }),
})

export const refuseEmailChange = defineCall({
  method: 'post',
  path: '/auth/email/refuse',
  access: 'anyone',
  summary: 'Ends a change of an e-mail address by the token of the mail to the old address',
  body: z.object({ token: MailToken }),
  response: Success,
})

export const listSessions = defineCall({
  method: 'get',
  path: '/auth/sessions',
  access: 'member',
  summary: 'Lists the sessions of the member, last used first',
  response: z.object({ sessions: z.array(SessionView) }),
})

export const endSession = defineCall({
  method: 'delete',
  path: '/auth/sessions/:id',
  access: 'member',
  summary: 'Ends one session of the member',
  params: z.object({ id: Id }),
  response: Success,
})

export const endOtherSessions = defineCall({
  method: 'delete',
  path: '/auth/sessions',
  access: 'member',
  summary: 'Ends all sessions of the member except this one',
  body: z.object(ownProof),
  response: Success,
})

export const me = defineCall({
  method: 'get',
  path: '/auth/me',
  access: 'member',
  summary: 'Returns the signed-in member',
  response: SessionUser,
})

export const finishWelcome = defineCall({
  method: 'put',
  path: '/auth/me',
  access: 'member',
  summary: 'Ends the welcome of a new member on all devices',
  body: z.object({ isWelcomed: z.literal(true) }),
  response: SessionUser,
})

export const changeUsername = defineCall({
  method: 'put',
  path: '/auth/username',
  access: 'member',
  summary:
    'Changes the username, once in 14 days. The old one leads to the member for 90 days, and nobody else gets it in that time',
  body: z.object({ username: Username }),
  response: SessionUser,
})

export const jwks = defineCall({
  method: 'get',
  path: '/auth/jwks',
  access: 'anyone',
  summary: 'Returns the public keys of access tokens (RFC 7517)',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
})

/** For token verifiers in other services. The gateway does not route `/internal`. */
export const endedSessions = defineCall({
  method: 'get',
  path: '/internal/ended-sessions',
  access: 'anyone',
  summary: 'Lists the ended sessions whose access tokens may not have expired yet',
  response: z.object({ sessions: z.array(EndedSession), members: z.array(EndedMemberSessions).optional() }),
})

export const guestMode = defineCall({
  method: 'get',
  path: '/auth/guest-mode',
  access: 'anyone',
  summary: 'Returns if people without an account may read: `on` or `off`',
  response: z.object({ guestMode: z.enum(['on', 'off']) }),
})

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

/** Only on a local installation with the demo community, and only for requests from that machine. */
export const listDemoAccounts = defineCall({
  method: 'get',
  path: '/auth/demo-accounts',
  access: 'anyone',
  summary: 'Lists the demo accounts of a local installation; empty on all others',
  response: z.object({
    accounts: z.array(
      z.object({
        username: z.string(),
        fullName: z.string(),
        avatar: z.string(),
        role: z.enum(ROLES).optional(),
      }),
    ),
  }),
})

/** Demo accounts have no password. Where they are not listed, the response is that of a wrong password. */
export const createDemoSession = defineCall({
  method: 'post',
  path: '/auth/demo-session',
  access: 'anyone',
  summary: 'Signs in to a demo account, from a browser on the machine of a local installation',
  body: z.object({ username: text(USERNAME_LENGTH.max, 'Too long').min(1, 'Username is required') }),
  response: SignedIn,
})

export const listRoles = defineCall({
  method: 'get',
  path: '/auth/roles',
  access: 'admin',
  summary: 'Lists the moderators and admins',
  response: z.object({ members: z.array(RoleHolderView) }),
})

export const endSuspension = defineCall({
  method: 'delete',
  path: '/auth/suspensions/:id',
  access: 'moderator',
  summary: 'Ends the suspension of a member before its time. Does nothing if the member is not suspended',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
})

/** A member who loses a role is signed out everywhere, because tokens carry it. A new one holds from the next token, within 15 minutes. */
export const setRole = defineCall({
  method: 'put',
  path: '/auth/roles',
  access: 'admin',
  summary: 'Gives a member a role, or takes it back',
  body: z.object({ username: Username, role: z.enum(ROLES) }),
  response: z.object({ member: RoleHolderView }),
})
