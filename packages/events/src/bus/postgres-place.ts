import type { PostgresSession } from '@meadow/storage'
import type { Delivery } from './bus.ts'

const BATCH = 200

/** A group's place in a topic, as one connection holds it: all of it fails when the connection is lost. */
export function placeIn(session: PostgresSession, group: string, topic: string) {
  return {
    /** Held as long as the connection lives. */
    async lock(): Promise<boolean> {
      const { rows } = await session.query<{ locked: boolean }>(
        `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
        [`${group} ${topic}`],
      )
      return rows[0]?.locked ?? false
    },
    /** A group is known from its first look, so that one that never gets anywhere can be seen. */
    async position(): Promise<string> {
      await session.query(
        'insert into offsets (consumers, topic, position) values ($1, $2, 0) on conflict do nothing',
        [group, topic],
      )
      const { rows } = await session.query<{ position: string }>(
        'select position from offsets where consumers = $1 and topic = $2',
        [group, topic],
      )
      return rows[0]?.position ?? '0'
    },
    async after(position: string): Promise<Delivery[]> {
      const { rows } = await session.query<Delivery>({
        name: 'read-log',
        text: 'select topic, position as offset, event from log where topic = $1 and position > $2 order by position limit $3',
        values: [topic, position, BATCH],
      })
      return rows
    },
    async moveTo(position: string): Promise<void> {
      await session.query({
        name: 'move-offset',
        text: `insert into offsets (consumers, topic, position) values ($1, $2, $3)
               on conflict (consumers, topic) do update set position = excluded.position`,
        values: [group, topic, position],
      })
    },
  }
}
