import { join } from 'node:path'
import type { Migrations } from '@meadow/storage'

/** The tables `members`, `follows` and `blocks`. */
export const memberMigrations: Migrations = { name: 'members', dir: join(import.meta.dirname, '../migrations') }
