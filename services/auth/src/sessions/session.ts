import { type DomainEvent, type EndedMemberSessions, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { deriveSuccessor, hashToken, hasValidSeal, type RefreshToken } from './refresh-token.ts'

/** One signed-in browser. `secret` derives the refresh tokens. `rotatedAt` is the time of the last refresh. */
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

/** A decision about a session: the changed session and its event, if it changes, and the result for the caller. */
export type SessionChange<T> = { session?: Session; event?: DomainEvent; result: T }

export type EndedSession = { _id: string; endedAt: Date }

const DAY_MS = 86_400_000
/** Lifetime after the last refresh: of a remembered session, and of one whose cookie ends when the browser closes. */
export const SESSION_LIFETIME_MS = { remembered: 30 * DAY_MS, browserSession: DAY_MS } as const
/** Age at which a session ends, however often it is refreshed. */
export const DEFAULT_MAX_SESSION_DAYS = 90
/** Open sessions of an account. A sign-in beyond it ends the one that was used least recently. */
export const MAX_OPEN_SESSIONS = 50
/** The previous token still returns the current one for this long, for a second tab or a lost response. */
export const PREVIOUS_TOKEN_GRACE_MS = 30_000

type SessionAge = { remember: boolean; createdAt: Date }

/** Returns the time at which a session expires that is used at `time`. */
function toExpiry({ remember, createdAt }: SessionAge, time: Date, maxSessionAgeMs: number): Date {
  const lifetimeMs = remember ? SESSION_LIFETIME_MS.remembered : SESSION_LIFETIME_MS.browserSession
  return new Date(Math.min(time.getTime() + lifetimeMs, createdAt.getTime() + maxSessionAgeMs))
}

/** Returns when a session starts that is opened at `time`: not before a cutoff, which it would belong to. */
export const toSessionStart = (time: Date, sessionsFrom: Date | undefined): Date =>
  sessionsFrom && sessionsFrom > time ? sessionsFrom : time

export type NewSession = {
  id: string
  accountId: string
  remember: boolean
  device: string
  secret: Buffer
  token: Buffer
  time: Date
  maxSessionAgeMs: number
}

/** Creates a session with the hash of its first refresh token. */
export function createSession(params: NewSession): Session {
  const { id, accountId, remember, device, secret, token, time, maxSessionAgeMs } = params
  return {
    _id: id,
    accountId,
    secret,
    tokenHash: hashToken(token),
    previousHash: undefined,
    rotatedAt: undefined,
    remember,
    device,
    createdAt: time,
    expiresAt: toExpiry({ remember, createdAt: time }, time, maxSessionAgeMs),
    endedAt: undefined,
  }
}

export type EventStamp = { eventId: string; time: Date }

export const createSessionEndedEvent = (
  sessionId: string,
  accountId: string,
  { eventId, time, endedAt = time }: EventStamp & { endedAt?: Date },
): DomainEvent =>
  createEvent(events.sessionEnded, {
    source: 'auth',
    subject: accountId,
    id: eventId,
    time,
    data: { sessionId, endedAt: endedAt.toISOString() },
  })

/** The end of all sessions of an account that started before a time, except one. */
export type SessionCutoff = { accountId: string; startedBefore: Date; exceptSessionId: string; endedAt: Date }

/**
 * Decides the end of all other sessions at `time`. `newestStart` is the latest start of the account's sessions: the clock of
 * another instance may be ahead of this one.
 */
export const createSessionCutoff = (
  remaining: Pick<Session, '_id' | 'accountId'>,
  { time, newestStart }: { time: Date; newestStart: Date },
): SessionCutoff => ({
  accountId: remaining.accountId,
  startedBefore: new Date(Math.max(time.getTime(), newestStart.getTime()) + 1),
  exceptSessionId: remaining._id,
  endedAt: time,
})

/** Converts a cutoff to what token verifiers and consumers of the event read. */
export const toEndedMemberSessions = (cutoff: SessionCutoff): EndedMemberSessions => ({
  memberId: cutoff.accountId,
  startedBefore: cutoff.startedBefore.toISOString(),
  exceptSessionId: cutoff.exceptSessionId,
  endedAt: cutoff.endedAt.toISOString(),
})

export const createSessionsEndedEvent = (cutoff: SessionCutoff, { eventId, time }: EventStamp): DomainEvent =>
  createEvent(events.sessionsEnded, {
    source: 'auth',
    subject: cutoff.accountId,
    id: eventId,
    time,
    data: toEndedMemberSessions(cutoff),
  })

/** Ends a session. Changes nothing if it has ended. */
export function endSession(session: Session, stamp: EventStamp): SessionChange<{ ended: EndedSession | undefined }> {
  const { _id, accountId, endedAt } = session
  if (endedAt) return { result: { ended: undefined } }
  const event = createSessionEndedEvent(_id, accountId, stamp)
  return { session: { ...session, endedAt: stamp.time }, event, result: { ended: { _id, endedAt: stamp.time } } }
}

/**
 * Result of an exchange. `next` is the new token; undefined if the token was refused. `ended` is set if that ended the
 * session, `refusal` if the token is not one of a session that has only expired.
 */
export type TokenExchange = {
  session: Session
  next?: Buffer
  ended?: EndedSession | undefined
  refusal?: 'invalid_cookie' | 'session_ended'
}

type TokenExchangeContext = EventStamp & { device: string; maxSessionAgeMs: number }

/**
 * Exchanges a refresh token. The current token returns its successor. The previous token returns the current one during
 * the grace period. Reuse of an older token means that it was stolen: the session ends.
 */
export function exchangeRefreshToken(
  session: Session,
  presented: RefreshToken,
  { device, maxSessionAgeMs, ...stamp }: TokenExchangeContext,
): SessionChange<TokenExchange> {
  if (!hasValidSeal(session.secret, presented)) return { result: { session, refusal: 'invalid_cookie' } }
  const expiryMs = Math.min(session.expiresAt.getTime(), session.createdAt.getTime() + maxSessionAgeMs)
  const hasExpired = expiryMs <= (session.endedAt ?? stamp.time).getTime()
  if (hasExpired) return { result: { session } } // also if the cleanup has ended it since then
  if (session.endedAt) return { result: { session, refusal: 'session_ended' } }

  const hash = hashToken(presented.token)
  const next = deriveSuccessor(session.secret, presented.token)
  if (hash.equals(session.tokenHash)) {
    const rotated = {
      ...session,
      device,
      tokenHash: hashToken(next),
      previousHash: hash,
      rotatedAt: stamp.time,
      expiresAt: toExpiry(session, stamp.time, maxSessionAgeMs),
    }
    return { session: rotated, result: { session: rotated, next } }
  }
  const age = stamp.time.getTime() - (session.rotatedAt?.getTime() ?? 0)
  if (session.previousHash?.equals(hash) && age <= PREVIOUS_TOKEN_GRACE_MS) return { result: { session, next } }

  const { result, ...end } = endSession(session, stamp)
  return { ...end, result: { session, ended: result.ended } }
}
