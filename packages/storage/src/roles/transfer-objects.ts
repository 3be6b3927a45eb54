import pg from 'pg'
import { toServerDatabaseUrl } from '../postgres/database-url.ts'
import { withPostgresClient } from '../postgres/ensure-database.ts'

/**
 * Lists the tables, views, sequences and functions of the schema `public` that another role owns. Parts of extensions and
 * sequences of columns are left out: they follow their extension or table.
 */
const FOREIGN_OBJECTS_QUERY = `
  select 'table ' || oid::regclass as object from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and pg_get_userbyid(relowner) <> $1
    and not exists (select from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype in ('a', 'e', 'i'))
  union all
  select 'routine ' || oid::regprocedure from pg_proc
  where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> $1
    and not exists (select from pg_depend where objid = pg_proc.oid and classid = 'pg_proc'::regclass and deptype = 'e')`

/** Makes the role with the name of the database the owner of all its objects, in one transaction. */
export async function transferObjects(superuserUrl: string, name: string): Promise<void> {
  await withPostgresClient(toServerDatabaseUrl(superuserUrl, name), async (client) => {
    const { rows } = await client.query<{ object: string }>(FOREIGN_OBJECTS_QUERY, [name])
    const statements = rows.map(({ object }) => `alter ${object} owner to ${pg.escapeIdentifier(name)};`)
    if (statements.length > 0) await client.query(statements.join('\n')) // several statements are one transaction
  })
}
