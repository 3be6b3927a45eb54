import { openSurroundings } from '@meadow/events'
import { openMedia } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { openStore } from '@meadow/storage'
import type { Config } from './config.ts'
import { chatMigrations as migrations } from './migrations.ts'
import { readPictureSecret } from './pictures/postgres-picture-files.ts'
import { postgresPorts } from './store.ts'

/** Opens what the configuration names and brings the store up to date; closed in the opposite order. */
export async function openEngines(config: Config, parts: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { log } = parts
  const pool = opening.use(await openStore(config.STORE_URL, { service: 'chat', migrations, log }))
  const files = opening.use(await openMedia(config.MEDIA_URL))
  const adapter = await openAdapter(config.STATE_URL, log)
  if (adapter) opening.use(adapter)
  const surroundings = opening.use(await openSurroundings(config, parts))
  const pictureSecret = await readPictureSecret(pool)
  const opened = opening.move()
  return {
    ...postgresPorts(pool),
    ...surroundings,
    files,
    pictureSecret,
    ...(adapter && { adapter }),
    measured: [pool, ...surroundings.measured],
    publicUrl: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Instances with a Redis are joined by it; with another shared state they tell one another through that. */
async function openAdapter(url: string, log: Logger) {
  if (!/^rediss?:/.test(url)) return undefined
  const { openRedisAdapter } = await import('./sockets/redis-adapter.ts') // only who uses Redis loads its client
  return openRedisAdapter(url, log)
}
