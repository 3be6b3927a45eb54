import pg from 'pg'
import { openPostgresReader } from '../stores/postgres-reader.ts'
import type { BusBackup } from './bus-backup.ts'

/** The offset of the slowest consumer group of each topic. */
const OFFSETS_QUERY = 'select topic, min(position) as position from offsets group by topic'

/** Opens the log in PostgreSQL for a backup. */
export async function openPostgresBusBackup(url: string): Promise<BusBackup> {
  const reader = await openPostgresReader(url)
  const { client } = reader
  let conditions: string[] = []
  return {
    async prepare() {
      const { rows } = await client.query<{ topic: string; position: string }>(OFFSETS_QUERY)
      conditions = rows.map(
        ({ topic, position }) =>
          `(topic = ${pg.escapeLiteral(topic)} and position > ${pg.escapeLiteral(position)}::bigint)`,
      )
      return true
    },
    async snapshot() {
      await client.query('begin isolation level repeatable read, read only')
      await client.query('select from log limit 1') // the first query begins the snapshot
    },
    readLines: () =>
      reader.readLines(
        `select topic, event from log where ${[`topic like '%.dead'`, ...conditions].join(' or ')} order by position`,
      ),
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  }
}
