import { createSecret, formatRefreshToken } from './refresh-token.ts'
import { createSession, type NewSession, type Session } from './session.ts'

/** A session and its refresh token. The store keeps only a hash of the token. */
export type SessionWithToken = { session: Session; token: Buffer }

/** Creates a session of an account with new secrets. Does not store it. */
export function createSessionWithToken(params: Omit<NewSession, 'secret' | 'token'>): SessionWithToken {
  const token = createSecret()
  return { session: createSession({ ...params, secret: createSecret(), token }), token }
}

/** Formats the value of the refresh cookie. */
export const toRefreshCookieValue = ({ session, token }: SessionWithToken): string =>
  formatRefreshToken(session._id, session.secret, token)
