import type { EventDefinition } from '../define-event.ts'
import * as members from './members.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import * as posts from './posts.ts'
import * as reports from './reports.ts'
import * as snapshots from './snapshots.ts'

/** Every domain event, by name. */
export const events = { ...members, ...snapshots, ...posts, ...notifications, ...messages, ...reports }

/** Every domain event, by type. */
export const eventsByType: ReadonlyMap<string, EventDefinition> = new Map(
  Object.values(events).map((definition) => [definition.type, definition]),
)
