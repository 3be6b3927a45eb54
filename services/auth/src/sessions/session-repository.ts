import type { DomainEvent } from '@meadow/contracts'
import type { EndedSession, Session, SessionChange, SessionCutoff } from './session.ts'

/** Ends all sessions of an account except one, with one event. */
export type EndOthersChange = {
  sessionId: string
  accountId: string
  time: Date
  /** Returns the session that remains: the current one, or a new one that replaces it. @throws token_invalid if it has ended */
  toRemaining: (current: Session) => Session
  toEvent: (cutoff: SessionCutoff) => DomainEvent
}

/** Ends all sessions of an account, with one event. `exceptSessionId` is a new id, which no session has. */
export type EndAllChange = Omit<EndOthersChange, 'sessionId' | 'toRemaining'> & { exceptSessionId: string }

/** Ends the open sessions of an account beyond the newest ones, by last use, with an event for each. */
type EndLeastRecentlyUsedChange = {
  accountId: string
  time: Date
  maxOpen: number
  toEndedEvent: (endedId: string) => DomainEvent
}

/** Ends the sessions that have expired, at the time at which they did, with an event for each. */
export type EndExpiredChange = {
  time: Date
  maxSessionAgeMs: number
  toEndedEvent: (ended: EndedSession & { accountId: string }) => DomainEvent
}

export type EndOthersResult = { remaining: Session; cutoff: SessionCutoff }

/** Stores sessions. It is the source of truth of who is signed in. */
export type SessionRepository = {
  /**
   * Stores a new session. Returns the number of open sessions of the account, this one included; undefined, and stores
   * nothing, if `passwordHash` is not the current hash, or the account is deactivated.
   */
  add(session: Session, passwordHash: string): Promise<number | undefined>
  /** Ends sessions of an account until `maxOpen` are open, in one transaction. Returns those that it ended. */
  endLeastRecentlyUsed(change: EndLeastRecentlyUsedChange): Promise<EndedSession[]>
  /** Returns the account's active sessions at `time`, last used first, at most `limit`. */
  listActive(accountId: string, time: Date, limit: number): Promise<Session[]>
  /**
   * Locks a session, calls `decide`, and stores the changed session with its event in one transaction. Returns undefined if
   * the session does not exist. `decide` must be pure, because it can be called again.
   */
  change<T>(id: string, decide: (session: Session) => SessionChange<T>): Promise<T | undefined>
  /**
   * Ends all sessions of an account except the one that remains, in one transaction whose cost does not depend on their number.
   * @throws token_invalid if the current session does not exist or has ended; then nothing is stored
   */
  endOthers(change: EndOthersChange): Promise<EndOthersResult>
  /** Returns the sessions that ended one by one after `time`, and the cutoffs after it. */
  listEndedSince(time: Date): Promise<{ sessions: EndedSession[]; cutoffs: SessionCutoff[] }>
  /** Ends a batch of sessions that have expired or reached their maximum age. Returns true if there may be more. */
  endExpired(change: EndExpiredChange): Promise<boolean>
  /** Deletes a batch of sessions, and cutoffs, that ended more than a day before `time`. Returns true if there may be more. */
  deleteEnded(time: Date): Promise<boolean>
}
