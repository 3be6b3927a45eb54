import type { Catalog } from './catalog.ts'

/** The properties of a migration file that decide what it may do. */
export type MigrationKind = {
  /** Its first line is `-- no transaction`. */
  isConcurrent: boolean
  /** The name of its file has a released version that uses what it drops no more. */
  isContract: boolean
}

/**
 * Lists what a migration did to tables that were there before, and that would stop or break a version that runs
 * meanwhile. Tables that it created are empty: anything is allowed there.
 */
export function findViolations(before: Catalog, after: Catalog, kind: MigrationKind): string[] {
  return [
    ...findTableViolations(before, after, kind),
    ...findColumnViolations(before, after, kind),
    ...findConstraintViolations(before, after),
    ...(kind.isConcurrent ? [] : findIndexViolations(before, after)),
  ]
}

const CONTRACT_HINT = 'the name of the file must contain `-unused-since-<version>` with a released version'

function findTableViolations({ tables }: Catalog, after: Catalog, { isContract }: MigrationKind): string[] {
  return tables.flatMap(({ oid, name, file }) => {
    const table = after.tables.find((other) => other.oid === oid)
    if (!table) return isContract ? [] : [`drops ${name}: ${CONTRACT_HINT}`]
    if (table.name !== name) return [`renames ${name}: create a new table instead`]
    return table.file === file ? [] : [`rewrites or truncates ${name}`]
  })
}

function findColumnViolations(before: Catalog, after: Catalog, { isContract }: MigrationKind): string[] {
  return findCommonTables(before, after).flatMap((table) => {
    const columnsOf = ({ columns }: Catalog) => columns.filter((column) => column.table === table.oid)
    const changed = columnsOf(before).flatMap((column) => {
      const path = `${table.name}.${column.name}`
      const now = columnsOf(after).find(({ number }) => number === column.number)
      if (!now) return isContract ? [] : [`drops ${path}: ${CONTRACT_HINT}`]
      if (now.name !== column.name) return [`renames ${path}: add a new column instead`]
      if (now.type !== column.type) return [`changes the type of ${path}: add a new column instead`]
      if (!now.isRequired || column.isRequired || isKnownNotNull(before, table.oid, column.name)) return []
      return [`sets ${path} not null: an earlier file must have validated check (${column.name} is not null)`]
    })
    const known = new Set(columnsOf(before).map(({ number }) => number))
    const added = columnsOf(after).filter(({ number }) => !known.has(number))
    const missing = added.filter(({ isRequired, hasValue }) => isRequired && !hasValue)
    return [...changed, ...missing.map(({ name }) => `adds ${table.name}.${name} not null without a default`)]
  })
}

/** Returns true if a validated constraint proves that the column has no null: `set not null` reads no row then. */
const isKnownNotNull = ({ constraints }: Catalog, table: number, column: string): boolean =>
  constraints.some(
    (constraint) =>
      constraint.table === table &&
      constraint.isValidated &&
      [`CHECK ((${column} IS NOT NULL))`, `CHECK (("${column}" IS NOT NULL))`].includes(constraint.definition),
  )

function findConstraintViolations(before: Catalog, after: Catalog): string[] {
  const known = new Set(before.constraints.map(({ oid }) => oid))
  const indexes = new Set(before.indexes.map(({ oid }) => oid))
  return findCommonTables(before, after).flatMap((table) => {
    const added = after.constraints.filter((constraint) => constraint.table === table.oid && !known.has(constraint.oid))
    return added.flatMap(({ kind, name, isValidated, index }) => {
      if (['c', 'f'].includes(kind))
        return isValidated ? [`adds ${name} to ${table.name} without \`not valid\`: a later file validates it`] : []
      return indexes.has(index) ? [] : [`adds ${name} to ${table.name}: use an index that an earlier file built`]
    })
  })
}

function findIndexViolations(before: Catalog, after: Catalog): string[] {
  const constraintIndexes = new Set([...before.constraints, ...after.constraints].map(({ index }) => index))
  return findCommonTables(before, after).flatMap((table) => {
    const indexesOf = ({ indexes }: Catalog) =>
      indexes.filter((index) => index.table === table.oid && !constraintIndexes.has(index.oid))
    const names = (catalog: Catalog, other: Catalog) => {
      const known = new Set(indexesOf(other).map(({ oid }) => oid))
      return indexesOf(catalog)
        .filter(({ oid }) => !known.has(oid))
        .map(({ name }) => name)
    }
    return [
      ...names(after, before).map((name) => `creates ${name} on ${table.name} without \`concurrently\``),
      ...names(before, after).map((name) => `drops ${name} without \`concurrently\``),
    ]
  })
}

/** Returns the tables that are there before and after. */
const findCommonTables = (before: Catalog, after: Catalog) =>
  before.tables.filter(({ oid }) => after.tables.some((table) => table.oid === oid))
