import { openBus } from '@meadow/events'
import { openPreviewFetcher, readOwnOrigin } from '@meadow/link-preview'
import { openMediaStore, openPictureEncoder } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { isRedisUrl, openPlatformClients, openServiceStore } from '@meadow/storage'
import { openVideoEncoder, openVoiceEncoder } from '@meadow/voice'
import { chatCollections } from './collections.ts'
import type { ChatConfig } from './config.ts'
import { chatMigrations } from './migrations.ts'
import { chatMongoMigrations } from './mongo-migrations.ts'
import { createMongoChatPorts, createPostgresChatPorts } from './store.ts'

const STORES = {
  postgres: { migrations: chatMigrations, ports: createPostgresChatPorts },
  mongo: { collections: chatCollections, migrations: chatMongoMigrations, ports: createMongoChatPorts },
}

/** Opens the engines that the configuration names and migrates the store. Disposing closes them in the opposite order. */
export async function openChatEngines(config: ChatConfig, deps: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { log } = deps
  const { AUTO_MIGRATE: autoMigrate } = config
  const { ports, store } = await openServiceStore(config.STORE_URL, { service: 'chat', autoMigrate, log }, STORES)
  opening.use(store)
  const files = opening.use(await openMediaStore(config.MEDIA_URL))
  const encoder = opening.use(openPictureEncoder())
  const allowedHosts = config.LINK_PREVIEW_ALLOWED_HOSTS
  const previewFetcher = config.LINK_PREVIEWS === 'on' ? opening.use(openPreviewFetcher({ allowedHosts })) : undefined
  const adapter = await openSocketAdapter(config.STATE_URL, log)
  if (adapter) opening.use(adapter)
  const bus = opening.use(await openBus(config.BUS_URL, { log, autoMigrate }))
  const platformClients = opening.use(await openPlatformClients(config, deps))
  const { readPictureSecret, batchMetrics, ...storePorts } = ports
  const pictureSecret = await readPictureSecret()
  const exportFiles = config.EXPORT_URL === undefined ? undefined : opening.use(await openMediaStore(config.EXPORT_URL))
  const opened = opening.move()
  return {
    ...storePorts,
    ...platformClients,
    bus,
    exportFiles,
    files,
    encoder,
    voiceEncoder: openVoiceEncoder(),
    videoEncoder: openVideoEncoder(),
    pictureSecret,
    previewFetcher,
    ...(adapter && { adapter }),
    metricsSources: [store, ...batchMetrics, bus, ...platformClients.metricsSources],
    publicUrl: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL),
    ownOrigin: readOwnOrigin(config),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Opens the Socket.IO adapter if the shared state is a Redis. Other engines exchange pushes through their own pub/sub. */
async function openSocketAdapter(url: string, log: Logger) {
  if (!isRedisUrl(url)) return undefined
  const { openRedisAdapter } = await import('./realtime/push/redis-adapter.ts') // loads the Redis client only if needed
  return openRedisAdapter(url, log)
}
