import { openBus } from '@meadow/events'
import { createVerifier, type Logger, openTrust } from '@meadow/service'
import { migrate, openPostgres, openState } from '@meadow/storage'
import type { Config } from './config.ts'
import { notifyMigrations } from './migrations.ts'
import { postgresPorts } from './store.ts'

/** Opens what the configuration names and brings the store up to date; closed in the opposite order. */
export async function openEngines(config: Config, { log, now }: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { STORE_URL, BUS_URL, STATE_URL, AUTH_URL: authUrl, KEYS_FILE: keysFile } = config
  const pool = opening.use(await openPostgres(STORE_URL, { database: 'meadow_notify', name: 'meadow notify', log }))
  await migrate(pool, notifyMigrations)
  const bus = opening.use(await openBus(BUS_URL, { log }))
  const state = opening.use(await openState(STATE_URL, { now, log }))
  const trust = opening.use(await openTrust({ authUrl, state, log, now, ...(keysFile && { keysFile }) }))
  const opened = opening.move()
  return {
    ...postgresPorts(pool),
    bus,
    state,
    measured: [pool, bus, state, trust],
    verifier: createVerifier({ ...trust, now }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
