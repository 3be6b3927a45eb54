import type { Queryable } from '@meadow/storage'

type CatalogTable = { oid: number; name: string; kind: string; file: number }
type CatalogColumn = {
  table: number
  number: number
  name: string
  type: string
  isRequired: boolean
  hasValue: boolean
}
type CatalogConstraint = {
  oid: number
  table: number
  kind: string
  name: string
  definition: string
  isValidated: boolean
  index: number
}
type CatalogIndex = { oid: number; table: number; name: string }

/** PostgreSQL's records about the schema. A table, column, constraint or index that stays has the same id. */
export type Catalog = {
  tables: readonly CatalogTable[]
  columns: readonly CatalogColumn[]
  constraints: readonly CatalogConstraint[]
  indexes: readonly CatalogIndex[]
}

/** Tables and views that migrations created: not those that record the migrations. */
const RELATIONS = `pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
  and relname not like 'migrations\\_%'`

/** Reads the schema `public`. */
export async function readCatalog(database: Queryable): Promise<Catalog> {
  const read = async <Row extends object>(text: string) => (await database.query<Row>(text)).rows
  return {
    tables: await read(`select oid::int, relname as name, relkind as kind, relfilenode::int as file from ${RELATIONS}`),
    columns: await read(
      `select attrelid::int as "table", attnum as number, attname as name, format_type(atttypid, atttypmod) as type,
         attnotnull as "isRequired", atthasdef or attidentity <> '' as "hasValue"
       from pg_attribute where attnum > 0 and not attisdropped and attrelid in (select oid from ${RELATIONS})`,
    ),
    constraints: await read(
      `select oid::int, conrelid::int as "table", contype as kind, conname as name, pg_get_constraintdef(oid) as definition,
         convalidated as "isValidated", conindid::int as index
       from pg_constraint where contype in ('c', 'f', 'p', 'u', 'x') and conrelid in (select oid from ${RELATIONS})`,
    ),
    indexes: await read(
      `select indexrelid::int as oid, indrelid::int as "table", indexrelid::regclass::text as name
       from pg_index where indrelid in (select oid from ${RELATIONS})`,
    ),
  }
}
