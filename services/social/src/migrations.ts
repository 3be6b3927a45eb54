import { join } from 'node:path'
import { eventDeliveryMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** Migrations of social's database, in the order in which they run. */
export const socialMigrations: Migrations[] = [
  memberMigrations,
  eventDeliveryMigrations,
  { name: 'social', dir: join(import.meta.dirname, '../migrations') },
]
