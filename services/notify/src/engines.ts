import { openSurroundings } from '@meadow/events'
import type { Logger } from '@meadow/service'
import { openStore } from '@meadow/storage'
import type { Config } from './config.ts'
import { notifyMigrations as migrations } from './migrations.ts'
import { postgresPorts } from './store.ts'

/** Opens what the configuration names and brings the store up to date; closed in the opposite order. */
export async function openEngines(config: Config, parts: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { log } = parts
  const pool = opening.use(await openStore(config.STORE_URL, { service: 'notify', migrations, log }))
  const surroundings = opening.use(await openSurroundings(config, parts))
  const opened = opening.move()
  return {
    ...postgresPorts(pool),
    ...surroundings,
    measured: [pool, ...surroundings.measured],
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
