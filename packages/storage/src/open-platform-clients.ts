import {
  createVerifier,
  type Logger,
  type MetricsSource,
  openTrustStore,
  type TrustStore,
  type Verifier,
} from '@meadow/service'
import type { AutoMigrate } from './postgres/prepare-schema.ts'
import { openSharedState } from './state/open-shared-state.ts'
import type { SharedState } from './state/shared-state.ts'

type PlatformConfig = { STATE_URL: string; AUTO_MIGRATE: AutoMigrate; AUTH_URL: string; KEYS_FILE?: string | undefined }

/** The clients by which a service uses the shared state and verifies access tokens. */
export type PlatformClients = AsyncDisposable & {
  state: SharedState
  verifier: Verifier
  /** Calls a listener whenever a session ends. */
  onEnded: TrustStore['onEnded']
  metricsSources: readonly MetricsSource[]
}

/** Opens the shared state and the trust store. Both may be unavailable now; they connect when they are first used. */
export async function openPlatformClients(
  { STATE_URL, AUTO_MIGRATE: autoMigrate, AUTH_URL: authUrl, KEYS_FILE: keysFile }: PlatformConfig,
  { log, now }: { log: Logger; now: () => Date },
): Promise<PlatformClients> {
  await using opening = new AsyncDisposableStack()
  const state = opening.use(await openSharedState(STATE_URL, { now, log, autoMigrate }))
  const trust = opening.use(await openTrustStore({ authUrl, state, log, now, ...(keysFile && { keysFile }) }))
  const opened = opening.move()
  return {
    state,
    verifier: createVerifier({ ...trust, now }),
    onEnded: trust.onEnded,
    metricsSources: [state, trust],
    [Symbol.asyncDispose]: () => opened.disposeAsync(), // in the reverse order of opening
  }
}
