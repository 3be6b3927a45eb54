import { join } from 'node:path'
import { eventDeliveryMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** Migrations of auth's database, in the order in which they run. */
export const authMigrations: Migrations[] = [
  eventDeliveryMigrations,
  memberMigrations,
  { name: 'auth', dir: join(import.meta.dirname, '../migrations') },
]
