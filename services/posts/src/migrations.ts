import { join } from 'node:path'
import { eventDeliveryMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** The migrations of all tables of this service, in the order of their application. */
export const postsMigrations: Migrations[] = [
  memberMigrations,
  eventDeliveryMigrations,
  { name: 'posts', dir: join(import.meta.dirname, '../migrations') },
]
