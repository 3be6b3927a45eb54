import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { createSessionEndedEvent } from './session.ts'
import type { SessionRepository } from './session-repository.ts'

type SessionCleanupDeps = {
  sessions: Pick<SessionRepository, 'endExpired' | 'deleteEnded'>
  maxSessionAgeMs: number
  now: () => Date
  newId: (at: Date) => string
}

/** Ends a batch of expired sessions, and deletes a batch of those that ended a day ago. Returns true if there may be more. */
export async function cleanUpSessions({ sessions, maxSessionAgeMs, now, newId }: SessionCleanupDeps): Promise<boolean> {
  const time = now()
  const hasMoreExpired = await sessions.endExpired({
    time,
    maxSessionAgeMs,
    toEndedEvent: ({ _id, accountId, endedAt }) =>
      createSessionEndedEvent(_id, accountId, { eventId: newId(time), time, endedAt }),
  })
  return (await sessions.deleteEnded(time)) || hasMoreExpired
}

/** Creates the background task that ends expired sessions and deletes ended ones, of all accounts, every hour. */
export const createSessionCleanup = ({ log, ...deps }: SessionCleanupDeps & { log: Logger }): BackgroundTask =>
  createHourlyCleanup({ name: 'session cleanup', log, deleteBatch: () => cleanUpSessions(deps) })
