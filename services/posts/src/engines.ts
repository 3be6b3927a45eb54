import { openBus } from '@meadow/events'
import { openMedia } from '@meadow/media'
import { createVerifier, type Logger, openTrust } from '@meadow/service'
import { migrate, openPostgres, openState } from '@meadow/storage'
import type { Config } from './config.ts'
import { postsMigrations } from './migrations.ts'
import { postgresPorts } from './store.ts'

/** Opens what the configuration names. Closed in the opposite order; what was opened before a failure is closed, too. */
export async function openEngines(config: Config, { log, now }: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { STORE_URL, BUS_URL, STATE_URL, MEDIA_URL, AUTH_URL: authUrl, KEYS_FILE: keysFile } = config
  const pool = opening.use(await openPostgres(STORE_URL, { database: 'meadow_posts', name: 'meadow posts', log }))
  await migrate(pool, postsMigrations)
  const bus = opening.use(await openBus(BUS_URL, { log }))
  const state = opening.use(await openState(STATE_URL, { now, log }))
  const files = opening.use(await openMedia(MEDIA_URL))
  const trust = opening.use(await openTrust({ authUrl, state, log, now, ...(keysFile && { keysFile }) }))
  const opened = opening.move()
  return {
    ...postgresPorts(pool),
    bus,
    files,
    state,
    measured: [pool, bus, state, trust],
    verifier: createVerifier({ ...trust, now }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
