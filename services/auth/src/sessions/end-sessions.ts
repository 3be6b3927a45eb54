import { DomainError } from '@meadow/service'
import type { EndedSessionRegistry } from './ended-session-registry.ts'
import { hasValidSeal, parseRefreshToken } from './refresh-token.ts'
import {
  createSessionEndedEvent,
  type EndedSession,
  type EventStamp,
  endSession,
  type Session,
  type SessionChange,
} from './session.ts'
import type { EndOthersChange, SessionRepository } from './session-repository.ts'

export type EndSessionDeps = {
  sessions: SessionRepository
  endedSessions: EndedSessionRegistry
  now: () => Date
  newId: (at: Date) => string
}

type EndResult = { ended: EndedSession | undefined }
/** The member and the session of an access token. */
export type CurrentSession = { sub: string; sid: string }

const NO_CHANGE: SessionChange<EndResult> = { result: { ended: undefined } }

/** Ends the session of an access token's `sid`. Does nothing if the session does not exist. */
export async function endSessionById(deps: EndSessionDeps, sid: string): Promise<void> {
  await changeAndPublish(deps, sid, (session) => endSession(session, createEventStamp(deps)))
}

/** Ends the session of a refresh cookie. Accepts an outdated token. */
export async function endSessionByCookie(deps: EndSessionDeps, cookieValue: string): Promise<void> {
  const presented = parseRefreshToken(cookieValue)
  if (!presented) return
  await changeAndPublish(deps, presented.sessionId, (session) =>
    hasValidSeal(session.secret, presented) ? endSession(session, createEventStamp(deps)) : NO_CHANGE,
  )
}

/** Ends one of the member's sessions. Does nothing if it has ended. @throws session_not_found, also for sessions of other members */
export async function endOwnSession(deps: EndSessionDeps, member: CurrentSession, id: string): Promise<void> {
  const isFound = await changeAndPublish(deps, id, (session) => {
    if (session.accountId !== member.sub) throw new DomainError('session_not_found')
    return endSession(session, createEventStamp(deps))
  })
  if (!isFound) throw new DomainError('session_not_found')
}

/** Ends all sessions of the member except the current one. @throws token_invalid if the current session has ended */
export async function endOtherSessions(deps: EndSessionDeps, member: CurrentSession): Promise<void> {
  const change = toEndOthersChange(deps, member, (session) => ({ result: session }))
  const { ended } = await deps.sessions.changeAndEndOthers(change)
  await publishEndedSessions(deps, ended)
}

/** Builds the change that ends all sessions of the member except the current one, which `decide` changes. */
export function toEndOthersChange<T>(
  { now, newId }: Pick<EndSessionDeps, 'now' | 'newId'>,
  { sub, sid }: CurrentSession,
  decide: (session: Session, time: Date) => SessionChange<T>,
): EndOthersChange<T> {
  const time = now()
  return {
    sessionId: sid,
    accountId: sub,
    time,
    decide(session) {
      if (session.endedAt) throw new DomainError('token_invalid')
      return decide(session, time)
    },
    toEndedEvent: (id) => createSessionEndedEvent(id, sub, { eventId: newId(time), time }),
  }
}

/** Tells all token verifiers that sessions ended, so that they refuse the access tokens of these sessions. */
export async function publishEndedSessions(
  { endedSessions }: Pick<EndSessionDeps, 'endedSessions'>,
  ended: EndedSession[],
): Promise<void> {
  await Promise.all(ended.map((session) => endedSessions.publish(session)))
}

/** Returns the current time and a new event id. */
export function createEventStamp({ now, newId }: Pick<EndSessionDeps, 'now' | 'newId'>): EventStamp {
  const time = now()
  return { eventId: newId(time), time }
}

async function changeAndPublish(
  deps: EndSessionDeps,
  sid: string,
  decide: (session: Session) => SessionChange<EndResult>,
): Promise<boolean> {
  const outcome = await deps.sessions.change(sid, decide)
  if (outcome?.ended) await publishEndedSessions(deps, [outcome.ended])
  return outcome !== undefined
}
