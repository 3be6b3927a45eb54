import { DomainError } from '@meadow/service'
import type { EndedSessionRegistry } from './ended-session-registry.ts'
import { parseRefreshToken, hasValidSeal } from './refresh-token.ts'
import { type SessionChange, type EndedSession, createSessionEndedEvent, endSession, type EventStamp, type Session } from './session.ts'
import type { OnlySessionChange, SessionRepository } from './session-repository.ts'

export type EndSessionDeps = {
  sessions: SessionRepository
  endedSessions: EndedSessionRegistry
  now: () => Date
  newId: (at: Date) => string
}

type EndResult = { ended: EndedSession | undefined }
/** A member and the session in which they ask. */
export type CurrentSession = { sub: string; sid: string }

const NO_CHANGE: SessionChange<EndResult> = { result: { ended: undefined } }

/** Ends the session of an access token's `sid`, if it is still there. */
export async function endSessionById(deps: EndSessionDeps, sid: string): Promise<void> {
  await changeAndPublish(deps, sid, (session) => endSession(session, createEventStamp(deps)))
}

/** Ends the session that a refresh cookie belongs to, however old its token is. */
export async function endSessionByCookie(deps: EndSessionDeps, cookieValue: string): Promise<void> {
  const presented = parseRefreshToken(cookieValue)
  if (!presented) return
  await changeAndPublish(deps, presented.sessionId, (session) =>
    hasValidSeal(session.secret, presented) ? endSession(session, createEventStamp(deps)) : NO_CHANGE,
  )
}

/** Ends a session of the member's own; it may have ended already. @throws session_not_found, also for others' */
export async function endOwnSession(deps: EndSessionDeps, member: CurrentSession, id: string): Promise<void> {
  const isThere = await changeAndPublish(deps, id, (session) => {
    if (session.accountId !== member.sub) throw new DomainError('session_not_found')
    return endSession(session, createEventStamp(deps))
  })
  if (!isThere) throw new DomainError('session_not_found')
}

/** Ends all sessions of the member's but the one in which they ask. @throws token_invalid when that has just ended */
export async function endOtherSessions(deps: EndSessionDeps, member: CurrentSession): Promise<void> {
  const alone = toOnlySessionChange(deps, member, (session) => ({ result: session }))
  const { ended } = await deps.sessions.keepOnly(alone)
  await publishEndedSessions(deps, ended)
}

/** That the session in which a member asks goes on alone, changed by `decide`. */
export function toOnlySessionChange<T>(
  { now, newId }: Pick<EndSessionDeps, 'now' | 'newId'>,
  { sub, sid }: CurrentSession,
  decide: (session: Session, time: Date) => SessionChange<T>,
): OnlySessionChange<T> {
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

/** Says that sessions ended: their events are published now, and nobody takes their tokens any more. */
export async function publishEndedSessions({ endedSessions: ended }: Pick<EndSessionDeps, 'ended'>, all: EndedSession[]): Promise<void> {
  if (all.length === 0) return
  await Promise.all(all.map((one) => ended.publish(one)))
}

/** A time, and the id for the event of it. */
export function createEventStamp({ now, newId }: Pick<EndSessionDeps, 'now' | 'newId'>): EventStamp {
  const time = now()
  return { eventId: newId(time), time }
}

async function changeAndPublish(deps: EndSessionDeps, sid: string, decide: (session: Session) => SessionChange<EndResult>): Promise<boolean> {
  const outcome = await deps.sessions.change(sid, decide)
  if (outcome?.ended) await publishEndedSessions(deps, [outcome.ended])
  return outcome !== undefined
}
