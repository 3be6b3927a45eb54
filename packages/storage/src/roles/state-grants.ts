export { stateMigrations } from '../state/state-migrations.ts'

/** The rights of a service in the database of the shared state. Row security limits them to its own entries. */
export const STATE_GRANTS: readonly string[] = [
  'select on migrations_state',
  'select, insert, update, delete on entries',
]
