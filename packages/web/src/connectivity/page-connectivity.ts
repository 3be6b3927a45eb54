import { type Connectivity, createConnectivity } from './connectivity.ts'

const PROBE_PATH = '/api/health'
const PROBE_TIMEOUT_MS = 5_000

/** Whether this page reaches the server. `sendRequest` reports the results of all calls. */
export const pageConnectivity: Connectivity = createConnectivity({
  probe: () => fetch(PROBE_PATH, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }),
  isPageHidden: () => (globalThis as { document?: { hidden: boolean } }).document?.hidden ?? false, // none in the worker
  isBrowserOnline: () => navigator.onLine,
  nowMs: () => Date.now(),
})
