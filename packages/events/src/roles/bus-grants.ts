import { CONSUMED_TOPICS } from './consumed-topics.ts'

/**
 * Privileges of a service in the database of the bus, each the part of a statement between `grant` and `to <role>`. Row
 * security restricts the service to its own events, its topics and its offsets.
 */
export const POSTGRES_BUS_GRANTS: readonly string[] = [
  'select on migrations_bus, readers, log',
  'insert (topic, event) on log',
  'select, insert, update on offsets',
]

const READER_ROWS = Object.entries(CONSUMED_TOPICS).flatMap(([service, topics]) =>
  topics.map((topic) => `('${service}', '${topic}')`),
)

/** SQL that replaces the contents of `readers` with `CONSUMED_TOPICS`. Run it in one transaction. */
export const REPLACE_READERS_SQL = `delete from readers; insert into readers (service, topic) values ${READER_ROWS.join(', ')};`
