import { join } from 'node:path'
import type { Migrations } from '@meadow/storage'

const folder = (name: string) => join(import.meta.dirname, '../migrations', name)

/** The tables `outbox`, `inbox` and `client_keys`, for the database of a service that announces or hears events. */
export const eventDeliveryMigrations: Migrations = { name: 'events', dir: folder('events') }

/** The tables of the PostgreSQL bus, in a database of its own. */
export const busMigrations: Migrations = { name: 'bus', dir: folder('bus') }
