import type { DomainEvent } from '@meadow/contracts'
import type { EndedSession, Session, SessionChange } from './session.ts'

/** Ends all sessions of an account except one, with an event for each ended session. */
export type EndOthersChange = {
  sessionId: string
  accountId: string
  time: Date
  /** Returns the session that remains: the current one, or a new one that replaces it. @throws token_invalid if it has ended */
  toRemaining: (current: Session) => Session
  toEndedEvent: (endedId: string) => DomainEvent
}

/** Ends the sessions that have expired, at the time at which they did, with an event for each. */
export type EndExpiredChange = {
  time: Date
  maxSessionAgeMs: number
  toEndedEvent: (ended: EndedSession & { accountId: string }) => DomainEvent
}

export type EndOthersResult = { remaining: Session; ended: EndedSession[] }

/** Stores sessions. It is the source of truth of who is signed in. */
export type SessionRepository = {
  /** Stores a new session. Returns false and stores nothing if `passwordHash` is not the current hash. */
  add(session: Session, passwordHash: string): Promise<boolean>
  /** Returns the account's active sessions at `time`, last used first, at most `limit`. */
  listActive(accountId: string, time: Date, limit: number): Promise<Session[]>
  /**
   * Locks a session, calls `decide`, and stores the changed session with its event in one transaction. Returns undefined if
   * the session does not exist. `decide` must be pure, because it can be called again.
   */
  change<T>(id: string, decide: (session: Session) => SessionChange<T>): Promise<T | undefined>
  /**
   * Ends all sessions of an account except the one that remains, in one transaction.
   * @throws token_invalid if the current session does not exist or has ended; then nothing is stored
   */
  endOthers(change: EndOthersChange): Promise<EndOthersResult>
  /** Returns the sessions that ended after `time`. */
  listEndedSince(time: Date): Promise<EndedSession[]>
  /** Ends a batch of sessions that have expired or reached their maximum age. Returns true if there may be more. */
  endExpired(change: EndExpiredChange): Promise<boolean>
  /** Deletes a batch of sessions that ended more than a day before `time`. Returns true if there may be more. */
  deleteEnded(time: Date): Promise<boolean>
}
