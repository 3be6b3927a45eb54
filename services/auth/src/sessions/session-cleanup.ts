import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import type { SessionRepository } from './session-repository.ts'

type SessionCleanupDeps = {
  sessions: Pick<SessionRepository, 'deleteEnded'>
  maxSessionAgeMs: number
  log: Logger
  now: () => Date
}

/** Creates the background task that deletes the ended sessions of all accounts, every hour. */
export const createSessionCleanup = ({ sessions, maxSessionAgeMs, log, now }: SessionCleanupDeps): BackgroundTask =>
  createHourlyCleanup({ name: 'session cleanup', log, deleteBatch: () => sessions.deleteEnded(now(), maxSessionAgeMs) })
