import type { PostgresSession } from '@meadow/storage'
import type { Delivery } from './bus.ts'
import type { LogTable, OffsetsTable } from './schema.ts'

/** More make no event cheaper, and hold the locks of their effects for longer. */
export const BATCH_SIZE = 500

type DeliveryRow = Pick<LogTable, 'event'> & { offset: LogTable['position'] }

/** `hasMissedEvents`: events after the offset were deleted before the group had read them. */
export type CommittedOffset = { offset: OffsetsTable['position']; hasMissedEvents: boolean }

const HAS_MISSED_EVENTS = 'coalesce(missed_position > position, false) as "hasMissedEvents"'

/**
 * Creates a reader of one topic for one consumer group. All of its methods use one connection, so all of them fail when
 * the connection that holds the lock is lost.
 */
export function createTopicReader(session: PostgresSession, group: string, topic: string) {
  return {
    /** Acquires the group's lock of the topic for the lifetime of the connection. Returns false if it is taken. */
    async tryLock(): Promise<boolean> {
      const { rows } = await session.query<{ locked: boolean }>(
        `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
        [`${group} ${topic}`],
      )
      return rows[0]?.locked ?? false
    },
    /** Reads the committed offset. Stores offset 0 for a new group, so that its lag is visible from the start. */
    async readOffset(): Promise<CommittedOffset> {
      await session.query(
        'insert into offsets (consumers, topic, position) values ($1, $2, 0) on conflict do nothing',
        [group, topic],
      )
      const { rows } = await session.query<CommittedOffset>(
        `select position as offset, ${HAS_MISSED_EVENTS} from offsets where consumers = $1 and topic = $2`,
        [group, topic],
      )
      return rows[0] ?? { offset: '0', hasMissedEvents: false }
    },
    /** Reads the next batch after `offset`. */
    async readBatch(offset: string): Promise<Delivery[]> {
      const { rows } = await session.query<DeliveryRow>({
        name: 'read-log',
        text: `select position as offset, event from log where topic = $1 and position > $2
               order by position limit $3`,
        values: [topic, offset, BATCH_SIZE],
      })
      return rows.map((row) => ({ topic, ...row }))
    },
    async commitOffset(offset: string): Promise<CommittedOffset> {
      const { rows } = await session.query<CommittedOffset>({
        name: 'commit-offset',
        text: `insert into offsets (consumers, topic, position) values ($1, $2, $3)
               on conflict (consumers, topic) do update set position = excluded.position
               returning position as offset, ${HAS_MISSED_EVENTS}`,
        values: [group, topic, offset],
      })
      return rows[0] ?? { offset, hasMissedEvents: false }
    },
    /** Stores that the missed events were reported. */
    async clearMissedEvents(): Promise<void> {
      await session.query('update offsets set missed_position = null where consumers = $1 and topic = $2', [
        group,
        topic,
      ])
    },
  }
}
