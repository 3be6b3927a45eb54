import type { Queryable } from '@meadow/storage'

export type Column = { table: string; name: string; type: string; isNullable: boolean }

/** Reads the columns of all tables in the order of their definition, without the tables that record migrations. */
export async function readColumns(database: Queryable): Promise<Column[]> {
  const { rows } = await database.query<Column>(
    `select table_name as "table", column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable"
     from information_schema.columns
     where table_schema = 'public' and table_name not like 'migrations\\_%'
     order by table_name, ordinal_position`,
  )
  return rows
}
