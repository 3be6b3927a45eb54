import type { DomainEvent } from '@meadow/contracts'
import type { EndedSession, Session, SessionChange } from './session.ts'

/** A change of one session that ends all other sessions of the account, with an event for each ended session. */
export type EndOthersChange<T> = {
  sessionId: string
  accountId: string
  time: Date
  decide: (session: Session) => SessionChange<T>
  toEndedEvent: (endedId: string) => DomainEvent
}

/** Stores sessions. It is the source of truth of who is signed in. */
export type SessionRepository = {
  /**
   * Stores a new session and deletes old ended sessions of the account. Returns false and stores nothing if `passwordHash`
   * is not the current hash.
   */
  add(session: Session, passwordHash: string): Promise<boolean>
  /** Returns the account's active sessions at `time`, last used first, at most `limit`. */
  listActive(accountId: string, time: Date, limit: number): Promise<Session[]>
  /**
   * Locks a session, calls `decide`, and stores the changed session with its event in one transaction. Returns undefined if
   * the session does not exist. `decide` must be pure, because it can be called again.
   */
  change<T>(id: string, decide: (session: Session) => SessionChange<T>): Promise<T | undefined>
  /**
   * Changes a session as `change` does and ends all other sessions of the account in the same transaction.
   * @throws token_invalid if the session does not exist, and errors of `decide`; then nothing is stored
   */
  changeAndEndOthers<T extends object>(change: EndOthersChange<T>): Promise<{ result: T; ended: EndedSession[] }>
  /** Returns the sessions that ended after `time`. */
  listEndedSince(time: Date): Promise<EndedSession[]>
}
