import { openBus } from '@meadow/events'
import { openMediaStore } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { openPlatformClients, openServiceStore } from '@meadow/storage'
import { chatCollections as collections } from './collections.ts'
import type { Config } from './config.ts'
import { chatMigrations as migrations } from './migrations.ts'
import { mongoPorts, postgresPorts } from './store.ts'

/** Its store on each engine. */
const STORES = { postgres: { migrations, ports: postgresPorts }, mongo: { collections, ports: mongoPorts } }

/** Opens what the configuration names and brings the store up to date; closed in the opposite order. */
export async function openEngines(config: Config, parts: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { log } = parts
  const { ports, store } = await openServiceStore(config.STORE_URL, { service: 'chat', log }, STORES)
  opening.use(store)
  const files = opening.use(await openMediaStore(config.MEDIA_URL))
  const adapter = await openAdapter(config.STATE_URL, log)
  if (adapter) opening.use(adapter)
  const bus = opening.use(await openBus(config.BUS_URL, { log }))
  const platformClients = opening.use(await openPlatformClients(config, parts))
  const { readPictureSecret, ...kept } = ports
  const pictureSecret = await readPictureSecret()
  const opened = opening.move()
  return {
    ...kept,
    ...platformClients,
    bus,
    files,
    pictureSecret,
    ...(adapter && { adapter }),
    metricsSources: [store, bus, ...platformClients.metricsSources],
    publicUrl: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Instances with a Redis are joined by it; with another shared state they tell one another through that. */
async function openAdapter(url: string, log: Logger) {
  if (!/^rediss?:/.test(url)) return undefined
  const { openRedisAdapter } = await import('./realtime/push/redis-adapter.ts') // only who uses Redis loads its client
  return openRedisAdapter(url, log)
}
