import { type DomainEvent, events } from '@meadow/contracts'
import { announce } from '@meadow/events'
import { hashOf, isOurs, type RefreshToken, successorOf } from './refresh-token.ts'

/** One signed-in browser. `secret` and the hashes are those of its refresh tokens; `rotatedAt`: when it was used last. */
export type Session = {
  _id: string
  accountId: string
  secret: Buffer
  tokenHash: Buffer
  previousHash: Buffer | undefined
  rotatedAt: Date | undefined
  remember: boolean
  device: string
  createdAt: Date
  expiresAt: Date
  endedAt: Date | undefined
}

/** What becomes of a session, the fact to announce with it, and what the caller learns. */
export type Change<T> = { session?: Session; event?: DomainEvent; answer: T }

export type Ended = { _id: string; endedAt: Date }

const DAY = 86_400_000
/** How long a session lasts from its last refresh: remembered, or in a browser that forgets the cookie when it closes. */
export const LIFETIME = { remembered: 30 * DAY, forgotten: DAY } as const
/** How long the previous token still answers its successor: two tabs and lost answers are normal. */
export const GRACE = 30_000

const expiry = (remember: boolean, time: Date): Date =>
  new Date(time.getTime() + (remember ? LIFETIME.remembered : LIFETIME.forgotten))

type Opening = {
  id: string
  accountId: string
  remember: boolean
  device: string
  secret: Buffer
  token: Buffer
  time: Date
}

export function openSession({ id, accountId, remember, device, secret, token, time }: Opening): Session {
  return {
    _id: id,
    accountId,
    secret,
    tokenHash: hashOf(token),
    previousHash: undefined,
    rotatedAt: undefined,
    remember,
    device,
    createdAt: time,
    expiresAt: expiry(remember, time),
    endedAt: undefined,
  }
}

export type Moment = { eventId: string; time: Date }

/** The fact that a session ended. */
export const ended = (sessionId: string, accountId: string, { eventId, time }: Moment): DomainEvent =>
  announce(events.sessionEnded, {
    source: 'auth',
    subject: accountId,
    id: eventId,
    time,
    data: { sessionId, endedAt: time.toISOString() },
  })

/** Ends a session. One that has ended stays as it is. */
export function endSession(session: Session, at: Moment): Change<{ ended: Ended | undefined }> {
  const { _id, accountId, endedAt } = session
  if (endedAt) return { answer: { ended: undefined } }
  const event = ended(_id, accountId, at)
  return { session: { ...session, endedAt: at.time }, event, answer: { ended: { _id, endedAt: at.time } } }
}

/** The session goes on with new secrets: whoever holds an older token of it is out. */
export const renewSession = (session: Session, to: { secret: Buffer; token: Buffer; time: Date }): Session => ({
  ...session,
  secret: to.secret,
  tokenHash: hashOf(to.token),
  previousHash: undefined,
  rotatedAt: to.time,
  expiresAt: expiry(session.remember, to.time),
})

/** `next` is the token to hand out; without it the answer is no, and `ended` says whether that ended the session. */
export type Presented = { session: Session; next?: Buffer; ended?: Ended | undefined }

/**
 * What presenting a refresh token does. The current one is exchanged for its successor; the previous one answers that
 * same successor for a while; any other token that we once gave is in two hands, and its session ends.
 */
export function presentToken(session: Session, presented: RefreshToken, device: string, at: Moment): Change<Presented> {
  const isOver = session.endedAt !== undefined || session.expiresAt <= at.time
  if (isOver || !isOurs(session.secret, presented)) return { answer: { session } }

  const hash = hashOf(presented.token)
  const next = successorOf(session.secret, presented.token)
  if (hash.equals(session.tokenHash)) {
    const rotated = {
      ...session,
      device,
      tokenHash: hashOf(next),
      previousHash: hash,
      rotatedAt: at.time,
      expiresAt: expiry(session.remember, at.time),
    }
    return { session: rotated, answer: { session: rotated, next } }
  }
  const age = at.time.getTime() - (session.rotatedAt?.getTime() ?? 0)
  if (session.previousHash?.equals(hash) && age <= GRACE) return { answer: { session, next } }

  const { answer, ...end } = endSession(session, at)
  return { ...end, answer: { session, ended: answer.ended } }
}
