import { openBus } from '@meadow/events'
import { openMediaStore } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { openPlatformClients, openPostgresStore } from '@meadow/storage'
import type { SocialConfig } from './config.ts'
import { socialMigrations as migrations } from './migrations.ts'
import { createPostgresSocialPorts } from './store.ts'

/** Opens the configured engines and migrates the store. They are closed in the reverse order. */
export async function openSocialEngines(
  config: SocialConfig,
  deps: { log: Logger; now: () => Date; newId: (at: Date) => string },
) {
  await using opening = new AsyncDisposableStack()
  const { AUTO_MIGRATE: autoMigrate } = config
  const { log } = deps
  const pool = opening.use(
    await openPostgresStore(config.STORE_URL, { service: 'social', migrations, autoMigrate, log }),
  )
  const bus = opening.use(await openBus(config.BUS_URL, { log, autoMigrate }))
  const platformClients = opening.use(await openPlatformClients(config, deps))
  const exportFiles = config.EXPORT_URL === undefined ? undefined : opening.use(await openMediaStore(config.EXPORT_URL))
  const opened = opening.move()
  return {
    ...createPostgresSocialPorts(pool, deps),
    ...platformClients,
    bus,
    exportFiles,
    metricsSources: [pool, bus, ...platformClients.metricsSources],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
