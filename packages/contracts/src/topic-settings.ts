import type { Topic } from './define-event.ts'

/** The aggregate whose id is the `subject` of a topic's events. Events of one subject keep their order. */
export const TOPIC_SUBJECTS: Record<Topic, string> = {
  members:
    'the member; for `members.snapshot-requested` and `members.snapshot-completed` the snapshot request; for `refused-words.updated` the change',
  posts: 'the post',
  messages: 'the conversation',
  notifications: 'the notified member',
  reports: 'the report',
}

/**
 * Partitions of each topic in Kafka, unless an installation configures another number. `members` always has one partition,
 * so that all consumers read snapshot requests and snapshots in one order.
 */
export const TOPIC_PARTITIONS: Record<Topic, number> = {
  members: 1,
  posts: 6,
  messages: 6,
  notifications: 6,
  reports: 6,
}

/** Replicas of each topic in Kafka, unless an installation configures another number. */
export const TOPIC_REPLICATION_FACTOR = 3

/**
 * Retention of events and dead letters on the bus, in days. Consumers keep inbox rows longer than `events`. The PostgreSQL bus
 * has the same numbers in its function `delete_expired_events`, so a change needs a migration.
 */
export const TOPIC_RETENTION_DAYS = { events: 7, deadLetters: 30 } as const
