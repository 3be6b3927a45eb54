import {
  createVerifier,
  type Logger,
  type MetricsSource,
  openTrustStore,
  type TrustStore,
  type Verifier,
} from '@meadow/service'
import { openSharedState, type SharedState } from '@meadow/storage'
import type { Bus } from './bus/bus.ts'
import { openBus } from './bus/open-bus.ts'

type Config = { BUS_URL: string; STATE_URL: string; AUTH_URL: string; KEYS_FILE?: string | undefined }

/** What a service shares with the others: the bus, the forgettable state, and what auth says of keys and sessions. */
export type PlatformClients = AsyncDisposable & {
  bus: Bus
  state: SharedState
  verifier: Verifier
  onEnded: TrustStore['onEnded']
  measured: readonly MetricsSource[]
}

/** Opens what the configuration names; all of it may be away. Closed in the opposite order. */
export async function openPlatformClients(
  { BUS_URL, STATE_URL, AUTH_URL: authUrl, KEYS_FILE: keysFile }: Config,
  { log, now }: { log: Logger; now: () => Date },
): Promise<PlatformClients> {
  await using opening = new AsyncDisposableStack()
  const bus = opening.use(await openBus(BUS_URL, { log }))
  const state = opening.use(await openSharedState(STATE_URL, { now, log }))
  const trust = opening.use(await openTrustStore({ authUrl, state, log, now, ...(keysFile && { keysFile }) }))
  const opened = opening.move()
  return {
    ...{ bus, state, onEnded: trust.onEnded, measured: [bus, state, trust] },
    verifier: createVerifier({ ...trust, now }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
