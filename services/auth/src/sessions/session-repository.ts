import type { Change, Ended, Session } from './session.ts'

/** Where sessions live: the record of who is signed in. */
export type SessionRepository = {
  /** Keeps a new session, and forgets those of its account that are long over. */
  add(session: Session): Promise<void>
  /**
   * Lets `decide` say what becomes of a session and keeps that with its fact in one step; one at a time for a session.
   * Undefined when there is no such session. `decide` may be asked again, so it only decides.
   */
  change<T>(id: string, decide: (session: Session) => Change<T>): Promise<T | undefined>
  /** Those that ended after `time`. */
  endedSince(time: Date): Promise<Ended[]>
}
