import { openBus } from '@meadow/events'
import { openMediaStore } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { openPostgresStore, openSharedState } from '@meadow/storage'
import type { AuthConfig } from './config.ts'
import { authMigrations as migrations } from './migrations.ts'
import { createPostgresAuthPorts } from './store.ts'

/** Opens the configured engines and migrates the store. Bus and shared state may be unavailable. */
export async function openAuthEngines(
  config: Pick<AuthConfig, 'STORE_URL' | 'EXPORT_URL' | 'BUS_URL' | 'STATE_URL' | 'AUTO_MIGRATE'>,
  { log, now, newId }: { log: Logger; now: () => Date; newId: (at: Date) => string },
) {
  await using opening = new AsyncDisposableStack()
  const { AUTO_MIGRATE: autoMigrate } = config
  const pool = opening.use(await openPostgresStore(config.STORE_URL, { service: 'auth', migrations, autoMigrate, log }))
  const bus = opening.use(await openBus(config.BUS_URL, { log, autoMigrate }))
  const state = opening.use(await openSharedState(config.STATE_URL, { now, log, autoMigrate }))
  const exportFiles = config.EXPORT_URL === undefined ? undefined : opening.use(await openMediaStore(config.EXPORT_URL))
  const opened = opening.move()
  return {
    ...createPostgresAuthPorts(pool, { now, newId }),
    bus,
    state,
    exportFiles,
    metricsSources: [pool, bus, state],
    [Symbol.asyncDispose]: () => opened.disposeAsync(), // in the reverse order of opening
  }
}
