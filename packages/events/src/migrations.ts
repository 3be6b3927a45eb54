import { join } from 'node:path'
import type { Migrations } from '@meadow/storage'

const toMigrationsDir = (name: string) => join(import.meta.dirname, '../migrations', name)

/** The tables `outbox`, `inbox` and `client_keys`, for services that publish or consume events. */
export const eventDeliveryMigrations: Migrations = { name: 'events', dir: toMigrationsDir('events') }

/** The tables of the PostgreSQL bus, which has a database of its own. */
export const busMigrations: Migrations = { name: 'bus', dir: toMigrationsDir('bus') }
