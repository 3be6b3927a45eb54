import { openBus } from '@meadow/events'
import { openPreviewFetcher, readOwnOrigin } from '@meadow/link-preview'
import { openMediaStore, openPictureEncoder } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { openPlatformClients, openServiceStore } from '@meadow/storage'
import { openVideoEncoder } from '@meadow/voice'
import { postsCollections as collections } from './collections.ts'
import type { PostsConfig } from './config.ts'
import { postsMigrations as migrations } from './migrations.ts'
import { postsMongoMigrations } from './mongo-migrations.ts'
import { createMongoPostsPorts, createPostgresPostsPorts } from './store.ts'

/** The ports, migrations and collections of each store engine. */
const STORES = {
  postgres: { migrations, ports: createPostgresPostsPorts },
  mongo: { collections, migrations: postsMongoMigrations, ports: createMongoPostsPorts },
}

/** Opens the engines that the configuration names and migrates the store. Disposing closes them in reverse order. */
export async function openPostsEngines(config: PostsConfig, deps: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { log } = deps
  const { AUTO_MIGRATE: autoMigrate } = config
  const { ports, store } = await openServiceStore(config.STORE_URL, { service: 'posts', autoMigrate, log }, STORES)
  opening.use(store)
  const files = opening.use(await openMediaStore(config.MEDIA_URL))
  const encoder = opening.use(openPictureEncoder())
  const allowedHosts = config.LINK_PREVIEW_ALLOWED_HOSTS
  const previewFetcher = config.LINK_PREVIEWS === 'on' ? opening.use(openPreviewFetcher({ allowedHosts })) : undefined
  const bus = opening.use(await openBus(config.BUS_URL, { log, autoMigrate }))
  const platformClients = opening.use(await openPlatformClients(config, deps))
  const { writerMetrics, ...storePorts } = ports
  const exportFiles = config.EXPORT_URL === undefined ? undefined : opening.use(await openMediaStore(config.EXPORT_URL))
  const opened = opening.move()
  return {
    ...storePorts,
    ...platformClients,
    bus,
    exportFiles,
    files,
    encoder,
    videoEncoder: openVideoEncoder(),
    previewFetcher,
    ownOrigin: readOwnOrigin(config),
    metricsSources: [store, ...writerMetrics, bus, ...platformClients.metricsSources],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
