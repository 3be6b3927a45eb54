import type { calls, SessionUser } from '@meadow/contracts'
import { FOLLOWING_SHOWN } from '@meadow/contracts/limits'
import type { Members } from '@meadow/members'
import type { At } from '@meadow/service'
import { type Account, toSessionUser } from '../accounts/account.ts'
import { type KeyRing, TOKEN_LIFE } from '../keys/key-ring.ts'
import type { RefreshCookie } from './cookie.ts'
import { cookieValueOf, type Opened } from './new-session.ts'

/** The account as its owner sees it now, with what events have told of their profile and follows. */
export async function describeUser(members: Members, account: Account): Promise<SessionUser> {
  const [known, following] = await Promise.all([
    members.find([account._id]),
    members.following(account._id, FOLLOWING_SHOWN),
  ])
  return toSessionUser(account, known.get(account._id), following)
}

type Parts = { members: Members; keys: KeyRing; cookie: RefreshCookie; now: () => Date }
export type SignedIn = Opened & { account: Account }

/** Answers a sign-in: the access token and who it is for; the refresh token goes into its cookie. */
export async function answerSignedIn(
  { members, keys, cookie, now }: Parts,
  response: At<typeof calls.login>['response'],
  { account, session, token }: SignedIn,
): Promise<{ token: string; user: SessionUser }> {
  const user = await describeUser(members, account)
  const issuedAt = Math.floor(now().getTime() / 1000)
  const access = keys.sign({
    sub: account._id,
    sid: session._id,
    username: user.username,
    name: user.fullName,
    picture: user.avatar,
    role: user.role,
    iat: issuedAt,
    exp: issuedAt + TOKEN_LIFE,
  })
  response.appendHeader(
    'Set-Cookie',
    cookie.give(cookieValueOf({ session, token }), session.remember, response.req.host),
  )
  return { token: access, user }
}
