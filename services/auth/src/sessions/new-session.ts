import { newSecret, toCookieValue } from './refresh-token.ts'
import { openSession, renewSession, type Session } from './session.ts'

/** A session with the refresh token to hand out, which nobody can tell again afterwards. */
export type Opened = { session: Session; token: Buffer }

type Given = { id: string; accountId: string; remember: boolean; device: string; time: Date }

/** A new session of an account, with secrets of its own. It is not kept yet. */
export function newSession(given: Given): Opened {
  const token = newSecret()
  return { session: openSession({ ...given, secret: newSecret(), token }), token }
}

/** The same session with new secrets. It is not kept yet. */
export function newSecrets(session: Session, time: Date): Opened {
  const token = newSecret()
  return { session: renewSession(session, { secret: newSecret(), token, time }), token }
}

/** What the browser is to keep of it. */
export const cookieValueOf = ({ session, token }: Opened): string => toCookieValue(session._id, session.secret, token)
