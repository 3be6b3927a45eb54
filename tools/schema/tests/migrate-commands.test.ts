import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { ROOT, SCHEMA_OWNERS } from '../src/owners.ts'

const SERVICES = ['auth', 'social', 'posts', 'chat', 'notify']
const SHARED_OWNERS = SCHEMA_OWNERS.map(({ migrations }) => migrations.name).filter((name) => !SERVICES.includes(name))

/** Runs the migrate command of a service on a new database. Returns the owners of the migrations that have run. */
async function migrateNewDatabase(service: string): Promise<string[]> {
  await using database = await openTestDatabase()
  const urls = { STORE_URL: database.url, BUS_URL: database.url, STATE_URL: database.url }
  const env = { ...process.env, NODE_OPTIONS: '', ...urls }
  await promisify(execFile)(process.execPath, [join(ROOT, 'services', service, 'src/migrate.ts')], { env })
  const { rows } = await database.pool.query<{ name: string }>(
    `select substring(relname from 'migrations_(.*)') as name from pg_class where relname ~ '^migrations_[a-z]+$'`,
  )
  return rows.map(({ name }) => name).toSorted()
}

it('the migrate command of each service migrates its store, the bus and the shared state', async () => {
  const owners = await Promise.all(SERVICES.map(migrateNewDatabase))
  expect(owners).toEqual(SERVICES.map((service) => [...SHARED_OWNERS, service].toSorted()))
})
