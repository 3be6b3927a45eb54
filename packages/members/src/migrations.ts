import { join } from 'node:path'
import type { Migrations } from '@meadow/storage'

/** Migrations of the tables `members`, `follows`, `blocks`, `mutes` and `member_rounds`. */
export const memberMigrations: Migrations = { name: 'members', dir: join(import.meta.dirname, '../migrations') }
