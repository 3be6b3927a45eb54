import type { DomainEvent } from '@meadow/contracts'
import type { Change, Ended, Session } from './session.ts'

/** What becomes of the session that goes on alone, and the fact for each other one of its account that ends. */
export type Alone<T> = {
  sessionId: string
  accountId: string
  time: Date
  decide: (session: Session) => Change<T>
  announce: (endedId: string) => DomainEvent
}

/** Where sessions live: the record of who is signed in. */
export type SessionRepository = {
  /**
   * Keeps a new session, if that still is the hash of the account's password, and forgets those of the account that are
   * long over. Answers whether it is kept.
   */
  add(session: Session, passwordHash: string): Promise<boolean>
  /** The account's sessions that are not over at `time`, the last used first, at most so many. */
  living(accountId: string, time: Date, limit: number): Promise<Session[]>
  /**
   * Lets `decide` say what becomes of a session and keeps that with its fact in one step; one at a time for a session.
   * Undefined when there is no such session. `decide` may be asked again, so it only decides.
   */
  change<T>(id: string, decide: (session: Session) => Change<T>): Promise<T | undefined>
  /**
   * Changes a session as `change` does and ends all others of its account in the same step.
   * @throws token_invalid when it is not there, and what `decide` throws; then nothing happens
   */
  leaveAlone<T extends object>(alone: Alone<T>): Promise<{ answer: T; ended: Ended[] }>
  /** Those that ended after `time`. */
  endedSince(time: Date): Promise<Ended[]>
}
