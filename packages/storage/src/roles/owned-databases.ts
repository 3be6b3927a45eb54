import pg from 'pg'
import { toMaintenanceUrl, toServerDatabaseUrl } from '../postgres/database-url.ts'
import { withPostgresClient } from '../postgres/ensure-database.ts'
import { transferObjects } from './transfer-objects.ts'

/** A database and its owner, a role that can sign in with this password. The role has the name of the database. */
export type OwnedDatabase = { name: string; password: string }

const OWNERS_QUERY = `
  select datname as name, pg_get_userbyid(datdba) as owner from pg_database where datname = any($1)`

/**
 * Creates each missing role and its database, and sets the passwords. Transfers databases of another role to their owner,
 * with all objects. Only the owner of a database, and the superuser, can connect to it then, and only the superuser creates large
 * objects there. May be repeated.
 */
export async function ensureOwnedDatabases(superuserUrl: string, databases: readonly OwnedDatabase[]): Promise<void> {
  await withPostgresClient(toMaintenanceUrl(superuserUrl), async (client) => {
    for (const database of databases) await ensureRole(client, database)
    const names = databases.map(({ name }) => name)
    const { rows } = await client.query<{ name: string; owner: string }>(OWNERS_QUERY, [names])
    const owners = new Map(rows.map(({ name, owner }) => [name, owner]))
    for (const name of names) {
      const database = pg.escapeIdentifier(name)
      const owner = owners.get(name)
      if (owner === undefined) await client.query(`create database ${database} owner ${database}`)
      else if (owner !== name) {
        await transferObjects(superuserUrl, name)
        await client.query(`alter database ${database} owner to ${database}`)
      }
      await client.query(`revoke all on database ${database} from public`)
    }
  })
  for (const { name } of databases)
    await withPostgresClient(toServerDatabaseUrl(superuserUrl, name), refuseLargeObjects)
}

/** The databases that every server has. New databases are copies of `template1`. */
const SERVER_DATABASES = ['postgres', 'template1']

/**
 * Takes from all roles but the superuser the right to connect to the databases `postgres` and `template1`, and to create large
 * objects there, with which a service could fill the disk outside of its own database. Only for a server on which nothing else
 * than Meadow runs. May be repeated.
 */
export async function closeServerDatabases(superuserUrl: string): Promise<void> {
  for (const name of SERVER_DATABASES)
    await withPostgresClient(toServerDatabaseUrl(superuserUrl, name), async (client) => {
      await client.query(`revoke connect, temporary on database ${name} from public`)
      await refuseLargeObjects(client)
    })
}

/** Writes a statement for each function by which everybody can create large objects in a database. */
const LARGE_OBJECT_QUERY = `
  select format('revoke execute on function %s from public;', oid::regprocedure) as statement from pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import')
    and has_function_privilege('public', oid, 'execute')`

async function refuseLargeObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(LARGE_OBJECT_QUERY)
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join('\n'))
}

/** Creates the role unless it exists. It can only sign in: it creates no databases and no roles. */
async function ensureRole(client: pg.Client, { name, password }: OwnedDatabase): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) await client.query(`create role ${role}`)
  await client.query(
    `alter role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password ${pg.escapeLiteral(password)}`,
  )
}
