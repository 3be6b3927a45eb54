import { createVerifier, type Logger, type Measured, openTrust, type Trust, type Verifier } from '@meadow/service'
import { openState, type SharedState } from '@meadow/storage'
import type { Bus } from './bus/bus.ts'
import { openBus } from './bus/open-bus.ts'

type Config = { BUS_URL: string; STATE_URL: string; AUTH_URL: string; KEYS_FILE?: string | undefined }

/** What a service shares with the others: the bus, the forgettable state, and what auth says of keys and sessions. */
export type Surroundings = AsyncDisposable & {
  bus: Bus
  state: SharedState
  verifier: Verifier
  onEnded: Trust['onEnded']
  measured: readonly Measured[]
}

/** Opens what the configuration names; all of it may be away. Closed in the opposite order. */
export async function openSurroundings(
  { BUS_URL, STATE_URL, AUTH_URL: authUrl, KEYS_FILE: keysFile }: Config,
  { log, now }: { log: Logger; now: () => Date },
): Promise<Surroundings> {
  await using opening = new AsyncDisposableStack()
  const bus = opening.use(await openBus(BUS_URL, { log }))
  const state = opening.use(await openState(STATE_URL, { now, log }))
  const trust = opening.use(await openTrust({ authUrl, state, log, now, ...(keysFile && { keysFile }) }))
  const opened = opening.move()
  return {
    ...{ bus, state, onEnded: trust.onEnded, measured: [bus, state, trust] },
    verifier: createVerifier({ ...trust, now }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
