import { DomainError } from '@meadow/service'
import type { EndedBell } from './ended-sessions.ts'
import { fromCookieValue, isOurs } from './refresh-token.ts'
import { type Change, type Ended, ended, endSession, type Moment, type Session } from './session.ts'
import type { Alone, SessionRepository } from './session-repository.ts'

export type Ending = {
  sessions: SessionRepository
  ended: EndedBell
  now: () => Date
  newId: (at: Date) => string
  wake: () => void
}

type Ends = { ended: Ended | undefined }
/** A member and the session in which they ask. */
export type Asking = { sub: string; sid: string }

const nothing: Change<Ends> = { answer: { ended: undefined } }

/** Ends the session of an access token's `sid`, if it is still there. */
export async function endById(parts: Ending, sid: string): Promise<void> {
  await end(parts, sid, (session) => endSession(session, momentOf(parts)))
}

/** Ends the session that a refresh cookie belongs to, however old its token is. */
export async function endByCookie(parts: Ending, cookieValue: string): Promise<void> {
  const presented = fromCookieValue(cookieValue)
  if (!presented) return
  await end(parts, presented.sessionId, (session) =>
    isOurs(session.secret, presented) ? endSession(session, momentOf(parts)) : nothing,
  )
}

/** Ends a session of the member's own; it may have ended already. @throws session_not_found, also for others' */
export async function endOwn(parts: Ending, member: Asking, id: string): Promise<void> {
  const isThere = await end(parts, id, (session) => {
    if (session.accountId !== member.sub) throw new DomainError('session_not_found')
    return endSession(session, momentOf(parts))
  })
  if (!isThere) throw new DomainError('session_not_found')
}

/** Ends all sessions of the member's but the one in which they ask. @throws token_invalid when that has just ended */
export async function endOthers(parts: Ending, member: Asking): Promise<void> {
  const alone = aloneOf(parts, member, (session) => ({ answer: session }))
  const { ended } = await parts.sessions.leaveAlone(alone)
  await announceEnds(parts, ended)
}

/** That the session in which a member asks goes on alone, changed by `decide`. */
export function aloneOf<T>(
  { now, newId }: Pick<Ending, 'now' | 'newId'>,
  { sub, sid }: Asking,
  decide: (session: Session, time: Date) => Change<T>,
): Alone<T> {
  const time = now()
  return {
    sessionId: sid,
    accountId: sub,
    time,
    decide(session) {
      if (session.endedAt) throw new DomainError('token_invalid')
      return decide(session, time)
    },
    announce: (id) => ended(id, sub, { eventId: newId(time), time }),
  }
}

/** Says that sessions ended: their events are published now, and nobody takes their tokens any more. */
export async function announceEnds({ ended, wake }: Pick<Ending, 'ended' | 'wake'>, all: Ended[]): Promise<void> {
  if (all.length === 0) return
  wake()
  await Promise.all(all.map((one) => ended.ring(one)))
}

/** A time, and the id for the event of it. */
export function momentOf({ now, newId }: Pick<Ending, 'now' | 'newId'>): Moment {
  const time = now()
  return { eventId: newId(time), time }
}

async function end(parts: Ending, sid: string, decide: (session: Session) => Change<Ends>): Promise<boolean> {
  const outcome = await parts.sessions.change(sid, decide)
  if (outcome?.ended) await announceEnds(parts, [outcome.ended])
  return outcome !== undefined
}
