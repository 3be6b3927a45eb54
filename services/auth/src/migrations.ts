import { join } from 'node:path'
import { eventMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** Everything that auth's database holds. */
export const authMigrations: Migrations[] = [
  eventMigrations,
  memberMigrations,
  { name: 'auth', dir: join(import.meta.dirname, '../migrations') },
]
