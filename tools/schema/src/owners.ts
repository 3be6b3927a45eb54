import { join } from 'node:path'
import type { Migrations } from '@meadow/storage'

export const ROOT = join(import.meta.dirname, '../../..')

/** A folder of migrations, the migrations that run before it in the same database, and the file that its types go to. */
export type SchemaOwner = { migrations: Migrations; dependencies: readonly Migrations[]; file: string }

const toMigrations = (name: string, dir: string): Migrations => ({ name, dir: join(ROOT, dir) })

const members = toMigrations('members', 'packages/members/migrations')
const eventDelivery = toMigrations('events', 'packages/events/migrations/events')

const toServiceOwner = (service: string): SchemaOwner => ({
  migrations: toMigrations(service, `services/${service}/migrations`),
  dependencies: [members, eventDelivery],
  file: `services/${service}/src/schema.ts`,
})

export const SCHEMA_OWNERS: readonly SchemaOwner[] = [
  { migrations: members, dependencies: [], file: 'packages/members/src/schema.ts' },
  { migrations: eventDelivery, dependencies: [], file: 'packages/events/src/schema.ts' },
  {
    migrations: toMigrations('bus', 'packages/events/migrations/bus'),
    dependencies: [],
    file: 'packages/events/src/bus/schema.ts',
  },
  {
    migrations: toMigrations('state', 'packages/storage/migrations/state'),
    dependencies: [],
    file: 'packages/storage/src/state/schema.ts',
  },
  ...['auth', 'social', 'posts', 'chat', 'notify'].map(toServiceOwner),
]
