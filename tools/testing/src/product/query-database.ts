import pg from 'pg'
import type { RunningStack } from './stack.ts'

/** Queries the database of a service, or of the bus, on a connection of its own. */
export async function queryDatabase(
  stack: Pick<RunningStack, 'postgresUrl'>,
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const connectionString = Object.assign(new URL(stack.postgresUrl()), { pathname: `/meadow_${database}` }).href
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
