import { type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { EventStamp } from '../sessions/session.ts'

type InstallationUpdate = EventOf<typeof events.installationUpdated>['data']

/** Creates the event by which the audit log learns what an admin changed. `subject` is the id of the invite, the version or the change. */
export const createInstallationEvent = (
  data: InstallationUpdate,
  subject: string,
  { eventId, time }: EventStamp,
): EventOf<typeof events.installationUpdated> =>
  createEvent(events.installationUpdated, { source: 'auth', subject, id: eventId, time, data })
