import { join } from 'node:path'
import { eventMigrations } from '@meadow/events'
import { memberMigrations } from '@meadow/members'
import type { Migrations } from '@meadow/storage'

/** All tables in the database of this service, in the order in which they are made. */
export const chatMigrations: Migrations[] = [
  memberMigrations,
  eventMigrations,
  { name: 'chat', dir: join(import.meta.dirname, '../migrations') },
]
