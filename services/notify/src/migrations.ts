import { join } from 'node:path'
import { eventDeliveryMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** Migrations of notify's database, in the order in which they run. */
export const notifyMigrations: Migrations[] = [
  memberMigrations,
  eventDeliveryMigrations,
  { name: 'notify', dir: join(import.meta.dirname, '../migrations') },
]
