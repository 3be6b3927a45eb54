import type { calls, SessionUser } from '@meadow/contracts'
import { MAX_SESSION_FOLLOWING_IDS } from '@meadow/contracts/limits'
import type { MemberReadModel } from '@meadow/members'
import type { CallContext } from '@meadow/service'
import { type Account, toSessionUser } from '../accounts/account.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, type KeyRing } from '../keys/key-ring.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import { type SessionWithToken, toRefreshCookieValue } from './session-with-token.ts'

/** Reads the owner's view of an account, with profile and follows from the read model. */
export async function readSessionUser(members: MemberReadModel, account: Account): Promise<SessionUser> {
  const [found, following] = await Promise.all([
    members.find([account._id]),
    members.listFollowing(account._id, MAX_SESSION_FOLLOWING_IDS),
  ])
  return toSessionUser(account, found.get(account._id), following)
}

type SignInResponseDeps = { members: MemberReadModel; keys: KeyRing; cookie: RefreshCookie; now: () => Date }
export type SignInResult = SessionWithToken & { account: Account }

/** Builds the response to a sign-in: the access token and the user. Sets the refresh cookie. */
export async function respondWithSession(
  { members, keys, cookie, now }: SignInResponseDeps,
  response: CallContext<typeof calls.login>['response'],
  { account, session, token }: SignInResult,
): Promise<{ token: string; user: SessionUser }> {
  const user = await readSessionUser(members, account)
  const issuedAt = Math.floor(now().getTime() / 1000)
  const accessToken = keys.sign({
    sub: account._id,
    sid: session._id,
    username: user.username,
    name: user.fullName,
    picture: user.avatar,
    role: user.role,
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_LIFETIME_SECONDS,
  })
  response.appendHeader(
    'Set-Cookie',
    cookie.toSetCookie(toRefreshCookieValue({ session, token }), session.remember, response.req.host),
  )
  return { token: accessToken, user }
}
