import { join } from 'node:path'
import { eventDeliveryMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** All tables in the database of this service, in the order in which they are migrated. */
export const chatMigrations: Migrations[] = [
  memberMigrations,
  eventDeliveryMigrations,
  { name: 'chat', dir: join(import.meta.dirname, '../migrations') },
]
