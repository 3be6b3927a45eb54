import { openBus } from '@meadow/events'
import { openMedia } from '@meadow/media'
import { createVerifier, type Logger, openTrust } from '@meadow/service'
import { migrate, openPostgres, openState } from '@meadow/storage'
import type { Config } from './config.ts'
import { chatMigrations } from './migrations.ts'
import { readPictureSecret } from './pictures/postgres-picture-files.ts'
import { postgresPorts } from './store.ts'

/** Opens what the configuration names and brings the store up to date; closed in the opposite order. */
export async function openEngines(config: Config, { log, now }: { log: Logger; now: () => Date }) {
  await using opening = new AsyncDisposableStack()
  const { STORE_URL, BUS_URL, STATE_URL, MEDIA_URL, PUBLIC_URL, AUTH_URL: authUrl, KEYS_FILE: keysFile } = config
  const pool = opening.use(await openPostgres(STORE_URL, { database: 'meadow_chat', name: 'meadow chat', log }))
  await migrate(pool, chatMigrations)
  const pictureSecret = await readPictureSecret(pool)
  const bus = opening.use(await openBus(BUS_URL, { log }))
  const state = opening.use(await openState(STATE_URL, { now, log }))
  const files = opening.use(await openMedia(MEDIA_URL))
  const trust = opening.use(await openTrust({ authUrl, state, log, now, ...(keysFile && { keysFile }) }))
  const opened = opening.move()
  return {
    ...postgresPorts(pool),
    bus,
    state,
    files,
    pictureSecret,
    measured: [pool, bus, state, trust],
    verifier: createVerifier({ ...trust, now }),
    onEnded: trust.onEnded,
    publicUrl: PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
