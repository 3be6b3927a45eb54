import type { Column } from './read-columns.ts'

/** The values that `pg` returns by default; arrays have the same names with a leading underscore. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
}

const HEADER = `// Written from the migrations by \`npm run schema\`: do not edit. Each type is a row as \`pg\` returns it.\n`

/**
 * Writes a TypeScript module with one type per table. `previous` are the columns that existed before the migrations of
 * this owner: a table of another owner gets a type with the added columns only.
 * @throws Error for a column type that has no entry in the table above
 */
export function writeTypes(columns: readonly Column[], previous: readonly Column[]): string {
  const existing = new Set(previous.map(({ table, name }) => `${table}.${name}`))
  const added = columns.filter(({ table, name }) => !existing.has(`${table}.${name}`))
  const otherTables = new Set(previous.map(({ table }) => table))
  const types = Object.entries(Object.groupBy(added, ({ table }) => table)).map(([table, own = []]) => {
    const name = `${toPascalCase(table)}${otherTables.has(table) ? 'AddedColumns' : 'Table'}`
    return `export type ${name} = {\n${own.map(writeField).join('')}}\n`
  })
  return [HEADER, ...types].join('\n')
}

function writeField({ table, name, type, isNullable }: Column): string {
  const valueType = toType(type, `${table}.${name}`)
  return `  ${name}: ${valueType}${isNullable && valueType !== 'unknown' ? ' | null' : ''}\n`
}

function toType(type: string, column: string): string {
  if (type.startsWith('_')) return `${toType(type.slice(1), column)}[]`
  const known = TYPES[type]
  if (known === undefined) throw new Error(`${column} has the type ${type}: add it to tools/schema/src/write-types.ts`)
  return known
}

const toPascalCase = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_match, letter) => letter.toUpperCase())
