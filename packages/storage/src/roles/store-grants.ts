import pg from 'pg'
import { readDatabaseName } from '../postgres/database-url.ts'

/** The rights of a service's role in its store, of which another role is the owner: rows, and nothing of the schema. */
const STORE_GRANTS = [
  'usage on schema public',
  'select, insert, update, delete on all tables in schema public',
  'usage, select, update on all sequences in schema public',
]

/** Lists the tables that record the migrations: a service reads them to check the schema. */
const MIGRATION_TABLES_QUERY = `
  select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname like 'migrations\\_%'`

/** Gives `role` the rights to run a service on the store of `pool`, which connects as the owner. May be repeated. */
export async function grantStore(pool: pg.Pool, role: string): Promise<void> {
  const grantee = pg.escapeIdentifier(role)
  const database = pg.escapeIdentifier(readDatabaseName(pool.options.connectionString ?? ''))
  const { rows } = await pool.query<{ name: string }>(MIGRATION_TABLES_QUERY)
  const grants = [`connect on database ${database}`, ...STORE_GRANTS].map((right) => `grant ${right} to ${grantee};`)
  const revokes = rows.map(({ name }) => `revoke insert, update, delete on ${name} from ${grantee};`)
  await pool.query([...grants, ...revokes].join('\n')) // several statements are one transaction
}
