/** A table or collection as of the moment of the snapshot. Its lines are JSON, one for each row. */
export type TableSource = { name: string; columns: string[]; readLines(): AsyncIterable<string[]> }

/** All tables of a store as of one moment. Disposal closes its connection. */
export type StoreSnapshot = AsyncDisposable & {
  engine: 'postgres' | 'mongodb'
  /** The names of the migrations that had run, by their folder. */
  migrations: Record<string, string[]>
  tables: TableSource[]
}
