import { parseArgs } from 'node:util'
import {
  applyServiceStoreUrl,
  createLogger,
  defineProcessVariables,
  engineVariables,
  readEnvironment,
  runProcess,
} from '@meadow/service'
import * as z from 'zod'
import { waitForStore } from '../wait-for-store.ts'
import { migrateDatabases, type ServiceSchema } from './migrate-databases.ts'

const MigrateVariables = z.object({
  LOG_LEVEL: defineProcessVariables(0).LOG_LEVEL,
  STORE_URL: engineVariables.STORE_URL,
  BUS_URL: engineVariables.BUS_URL.optional(),
  STATE_URL: engineVariables.STATE_URL.optional(),
})

/**
 * Runs `node src/migrate.ts [--grant <role>]` of a service: waits for its store, migrates the databases of its environment and
 * gives the role of the service its rights. An error ends the process with one line in the log.
 */
export const runMigrateCommand = (
  service: string,
  schema: ServiceSchema,
  process: Pick<NodeJS.Process, 'env' | 'argv'>,
): Promise<void> => runProcess(`${service} migrate`, () => migrate(service, schema, process))

async function migrate(
  service: string,
  schema: ServiceSchema,
  { env, argv }: Pick<NodeJS.Process, 'env' | 'argv'>,
): Promise<void> {
  const { values } = parseArgs({ args: argv.slice(2), options: { grant: { type: 'string' } } })
  const { LOG_LEVEL: level, ...urls } = readEnvironment(MigrateVariables, applyServiceStoreUrl(service, env))
  const log = createLogger({ name: `${service} migrate`, level })
  await waitForStore(urls.STORE_URL, { service, log })
  await migrateDatabases(urls, { service, schema, role: values.grant, log })
  log.info('the databases are migrated')
}
