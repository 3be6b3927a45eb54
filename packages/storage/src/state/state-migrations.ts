import { join } from 'node:path'
import type { Migrations } from '../postgres/migrate.ts'

/** The tables of the shared state in PostgreSQL, which has a database of its own. */
export const stateMigrations: Migrations = { name: 'state', dir: join(import.meta.dirname, '../../migrations/state') }
