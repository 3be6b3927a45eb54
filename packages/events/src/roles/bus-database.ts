import type { SharedDatabase } from '@meadow/storage/roles'
import { busMigrations } from '../migrations.ts'
import { POSTGRES_BUS_GRANTS, REPLACE_READERS_SQL } from './bus-grants.ts'

/** The database of the bus in PostgreSQL. */
export const busDatabase: SharedDatabase = {
  migrations: busMigrations,
  grants: POSTGRES_BUS_GRANTS,
  settings: REPLACE_READERS_SQL,
}
