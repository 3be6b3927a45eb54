import type { calls, SessionUser } from '@meadow/contracts'
import { MAX_SESSION_FOLLOWING_IDS } from '@meadow/contracts/limits'
import type { MemberReadModel } from '@meadow/members'
import { type CallContext, toNetworkPrefix } from '@meadow/service'
import { type Account, toSessionUser } from '../accounts/account.ts'
import type { BrowserCookie } from '../cookies/browser-cookie.ts'
import { KNOWN_DEVICE_LIFETIME_MS } from '../devices/known-device.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../keys/signing-key.ts'
import type { MailDelivery } from '../mail/mail.ts'
import { promoteFirstAdmin, type RoleDeps } from '../roles/routes.ts'
import { SESSION_LIFETIME_MS } from './session.ts'
import { type SessionWithToken, toRefreshCookieValue } from './session-with-token.ts'

type SessionUserDeps = {
  members: MemberReadModel
  mailDelivery: MailDelivery
  /** Members who have not proved their address do not write messages. */
  requiresVerifiedEmail: boolean
  now: () => Date
}

/** Reads the owner's view of an account, with profile and follows from the read model. */
export async function readSessionUser(
  { members, mailDelivery, requiresVerifiedEmail, now }: SessionUserDeps,
  account: Account,
): Promise<SessionUser> {
  const [found, following] = await Promise.all([
    members.find([account._id]),
    members.listFollowing(account._id, MAX_SESSION_FOLLOWING_IDS),
  ])
  const canVerifyEmail = mailDelivery !== 'off'
  const member = found.get(account._id)
  return toSessionUser(account, { member, following, canVerifyEmail, requiresVerifiedEmail, now: now() })
}

type SignInResponseDeps = RoleDeps &
  SessionUserDeps & {
    keys: KeyRing
    refreshCookie: BrowserCookie
    deviceCookie: BrowserCookie
  }
/** `deviceId` is set after a sign-in with a password, on a device that is known from then on. */
export type SignInResult = SessionWithToken & { account: Account; deviceId?: string }

/** Builds the response to a sign-in: the access token and the user. Sets the refresh cookie and the device cookie. */
export async function respondWithSession(
  deps: SignInResponseDeps,
  response: CallContext<typeof calls.login>['response'],
  { account: signedIn, session, token, deviceId }: SignInResult,
): Promise<{ token: string; user: SessionUser }> {
  const { keys, refreshCookie, deviceCookie, now } = deps
  const account = await promoteFirstAdmin(deps, signedIn, toNetworkPrefix(response.req.ip ?? ''))
  const user = await readSessionUser(deps, account)
  const issuedAt = Math.floor(now().getTime() / 1000)
  const accessToken = await keys.sign({
    sub: account._id,
    sid: session._id,
    username: user.username,
    name: user.fullName,
    picture: user.avatar,
    role: user.role,
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_LIFETIME_SECONDS,
  })
  const { host } = response.req
  const refreshMaxAgeMs = session.remember ? SESSION_LIFETIME_MS.remembered : undefined
  response.appendHeader(
    'Set-Cookie',
    refreshCookie.toSetCookie(toRefreshCookieValue({ session, token }), host, refreshMaxAgeMs),
  )
  if (deviceId) response.appendHeader('Set-Cookie', deviceCookie.toSetCookie(deviceId, host, KNOWN_DEVICE_LIFETIME_MS))
  return { token: accessToken, user }
}
