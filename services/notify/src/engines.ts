import { openBus } from '@meadow/events'
import { openMediaStore } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { openPlatformClients, openPostgresStore } from '@meadow/storage'
import type { NotifyConfig } from './config.ts'
import { notifyMigrations as migrations } from './migrations.ts'
import { createPushClient } from './push/sending/push-client.ts'
import { createPostgresNotifyPorts } from './store.ts'

/** Opens the configured engines and migrates the store. They are closed in the reverse order. */
export async function openNotifyEngines(
  config: NotifyConfig,
  deps: { log: Logger; now: () => Date; newId: (at: Date) => string },
) {
  await using opening = new AsyncDisposableStack()
  const { AUTO_MIGRATE: autoMigrate } = config
  const { log } = deps
  const pool = opening.use(
    await openPostgresStore(config.STORE_URL, { service: 'notify', migrations, autoMigrate, log }),
  )
  const bus = opening.use(await openBus(config.BUS_URL, { log, autoMigrate }))
  const platformClients = opening.use(await openPlatformClients(config, deps))
  const pushClient = opening.use(
    createPushClient({
      hosts: config.PUSH_HOSTS,
      privateAddresses: config.PUSH_PRIVATE_ADDRESSES,
      ca: config.PUSH_CA,
    }),
  )
  const { batchMetrics, ...ports } = createPostgresNotifyPorts(pool, deps)
  const exportFiles = config.EXPORT_URL === undefined ? undefined : opening.use(await openMediaStore(config.EXPORT_URL))
  const opened = opening.move()
  return {
    ...ports,
    ...platformClients,
    bus,
    exportFiles,
    pushClient,
    metricsSources: [pool, ...batchMetrics, bus, ...platformClients.metricsSources],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
