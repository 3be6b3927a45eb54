import { type Bus, openBus } from '@meadow/events'
import type { Logger } from '@meadow/service'
import { openState, openStore, type Postgres, type SharedState } from '@meadow/storage'
import type { Config } from './config.ts'
import { authMigrations as migrations } from './migrations.ts'

export type Engines = { pool: Postgres; bus: Bus; state: SharedState }

/** Opens what the configuration names, and brings the store up to date. Bus and state may be away. */
export async function openEngines(
  config: Pick<Config, 'STORE_URL' | 'BUS_URL' | 'STATE_URL'>,
  { log, now }: { log: Logger; now: () => Date },
): Promise<Engines & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const pool = opened.use(await openStore(config.STORE_URL, { service: 'auth', migrations, log }))
  const bus = opened.use(await openBus(config.BUS_URL, { log }))
  const state = opened.use(await openState(config.STATE_URL, { now, log }))
  const kept = opened.move()
  return { pool, bus, state, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
