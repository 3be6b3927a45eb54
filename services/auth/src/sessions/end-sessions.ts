import { DomainError, type Logger, logSecurityEvent, type SecurityEvent } from '@meadow/service'
import type { EndedSessionRegistry } from './ended-session-registry.ts'
import { hasValidSeal, parseRefreshToken } from './refresh-token.ts'
import {
  createSessionEndedEvent,
  createSessionsEndedEvent,
  type EndedSession,
  type EventStamp,
  endSession,
  MAX_OPEN_SESSIONS,
  type Session,
  type SessionChange,
  type SessionCutoff,
  toEndedMemberSessions,
} from './session.ts'
import type { EndOthersChange, SessionRepository } from './session-repository.ts'

export type EndSessionDeps = {
  sessions: SessionRepository
  endedSessions: EndedSessionRegistry
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}

type EndResult = { accountId: string; ended: EndedSession | undefined }
/** The member and the session of an access token. */
export type CurrentSession = { sub: string; sid: string }
/** The reason for the end of sessions, and the network of the caller, for the log. */
export type SessionEnding = {
  reason: Extract<SecurityEvent, { event: 'auth.session_ended' }>['reason']
  network?: string
}

/** Ends the session of an access token's `sid`. Does nothing if the session does not exist. */
export async function endSessionById(deps: EndSessionDeps, sid: string, ending: SessionEnding): Promise<void> {
  await changeAndPublish(deps, sid, ending, (session) => endSession(session, createEventStamp(deps)))
}

/** Ends the session of a refresh cookie. Accepts an outdated token. */
export async function endSessionByCookie(
  deps: EndSessionDeps,
  cookieValue: string,
  ending: SessionEnding,
): Promise<void> {
  const presented = parseRefreshToken(cookieValue)
  if (!presented) return
  await changeAndPublish(deps, presented.sessionId, ending, (session) =>
    hasValidSeal(session.secret, presented)
      ? endSession(session, createEventStamp(deps))
      : { result: { ended: undefined } },
  )
}

/** Ends one of the member's sessions. Does nothing if it has ended. @throws session_not_found, also for sessions of other members */
export async function endOwnSession(
  deps: EndSessionDeps,
  member: CurrentSession,
  { id, network }: { id: string; network: string },
): Promise<void> {
  const isFound = await changeAndPublish(deps, id, { reason: 'ended_by_member', network }, (session) => {
    if (session.accountId !== member.sub) throw new DomainError('session_not_found')
    return endSession(session, createEventStamp(deps))
  })
  if (!isFound) throw new DomainError('session_not_found')
}

/** Builds the change that ends all sessions of the member except the one that `toRemaining` returns. */
export function toEndOthersChange(
  { now, newId }: Pick<EndSessionDeps, 'now' | 'newId'>,
  { sub, sid }: CurrentSession,
  toRemaining: (current: Session, time: Date) => Session,
): EndOthersChange {
  const time = now()
  return {
    sessionId: sid,
    accountId: sub,
    time,
    toRemaining(current) {
      if (current.endedAt) throw new DomainError('token_invalid')
      return toRemaining(current, time)
    },
    toEvent: (cutoff) => createSessionsEndedEvent(cutoff, { eventId: newId(time), time }),
  }
}

/**
 * Ends the sessions of an account that were used least recently, if a sign-in has opened more than 50. `openCount` is their
 * number after the sign-in.
 */
export async function endLeastRecentlyUsedSessions(
  deps: EndSessionDeps,
  accountId: string,
  openCount: number,
): Promise<void> {
  if (openCount <= MAX_OPEN_SESSIONS) return
  const time = deps.now()
  const ended = await deps.sessions.endLeastRecentlyUsed({
    accountId,
    time,
    maxOpen: MAX_OPEN_SESSIONS,
    toEndedEvent: (id) => createSessionEndedEvent(id, accountId, { eventId: deps.newId(time), time }),
  })
  for (const one of ended) await publishEndedSession(deps, one, { reason: 'too_many', actor: accountId })
}

/** Tells all token verifiers that a session ended, so that they refuse its access tokens, and logs it. */
export async function publishEndedSession(
  { endedSessions, log }: Pick<EndSessionDeps, 'endedSessions' | 'log'>,
  { _id, endedAt }: EndedSession,
  ending: SessionEnding & { actor: string },
): Promise<void> {
  logSecurityEvent(log, { event: 'auth.session_ended', ...ending, session: _id })
  await endedSessions.publish({ _id, endedAt: endedAt.toISOString() })
}

/** Tells all token verifiers that all sessions of a member but one ended, and logs it. */
export async function publishSessionCutoff(
  { endedSessions, log }: Pick<EndSessionDeps, 'log'> & { endedSessions: Pick<EndedSessionRegistry, 'publish'> },
  cutoff: SessionCutoff,
  ending: { reason: Extract<SecurityEvent, { event: 'auth.other_sessions_ended' }>['reason']; network?: string },
): Promise<void> {
  const { accountId: actor, exceptSessionId: session } = cutoff
  logSecurityEvent(log, { event: 'auth.other_sessions_ended', ...ending, actor, session })
  await endedSessions.publish(toEndedMemberSessions(cutoff))
}

/** Returns the current time and a new event id. */
export function createEventStamp({ now, newId }: Pick<EndSessionDeps, 'now' | 'newId'>): EventStamp {
  const time = now()
  return { eventId: newId(time), time }
}

async function changeAndPublish(
  deps: EndSessionDeps,
  sid: string,
  ending: SessionEnding,
  decide: (session: Session) => SessionChange<{ ended: EndedSession | undefined }>,
): Promise<boolean> {
  const outcome = await deps.sessions.change(sid, (session): SessionChange<EndResult> => {
    const { result, ...change } = decide(session)
    return { ...change, result: { ...result, accountId: session.accountId } }
  })
  if (outcome?.ended) await publishEndedSession(deps, outcome.ended, { ...ending, actor: outcome.accountId })
  return outcome !== undefined
}
