import { createSecret, formatRefreshToken } from './refresh-token.ts'
import { createSession, replaceSessionSecrets, type Session } from './session.ts'

/** A session and its refresh token. The store keeps only a hash of the token. */
export type SessionWithToken = { session: Session; token: Buffer }

type NewSessionParams = { id: string; accountId: string; remember: boolean; device: string; time: Date }

/** Creates a session of an account with new secrets. Does not store it. */
export function createSessionWithToken(params: NewSessionParams): SessionWithToken {
  const token = createSecret()
  return { session: createSession({ ...params, secret: createSecret(), token }), token }
}

/** Returns the session with new secrets. Does not store it. */
export function rotateSessionSecrets(session: Session, time: Date): SessionWithToken {
  const token = createSecret()
  return { session: replaceSessionSecrets(session, { secret: createSecret(), token, time }), token }
}

/** Formats the value of the refresh cookie. */
export const toRefreshCookieValue = ({ session, token }: SessionWithToken): string =>
  formatRefreshToken(session._id, session.secret, token)
