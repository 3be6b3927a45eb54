/** `offline`: the browser has no network. `unreachable`: it has one, but Meadow does not respond. */
export type ConnectivityStatus = 'online' | 'offline' | 'unreachable'

export type Connectivity = {
  readStatus: () => ConnectivityStatus
  /** Returns the time of the last response in epoch ms; undefined before the first one. */
  readLastResponseMs: () => number | undefined
  /** Calls `listener` after each change of the status. Returns the function that ends this. */
  subscribe: (listener: () => void) => () => void
  /** Reports a response of the server, whatever its HTTP status. */
  reportResponse: () => void
  /** Reports a call without a response. A probe confirms it, because a single call may fail for many reasons. */
  reportNoResponse: () => void
  /** Follows the browser's own events, and probes until the server responds again. Returns a function that stops it. */
  start: () => () => void
}

export type ConnectivityDeps = {
  /** Resolves if the server responds. */
  probe: () => Promise<unknown>
  isBrowserOnline: () => boolean
  isPageHidden: () => boolean
  nowMs: () => number
}

const FIRST_RETRY_DELAY_MS = 2_000
const MAX_RETRY_DELAY_MS = 30_000

/** Creates the connectivity store, from the browser's events and the results of calls. */
export function createConnectivity({ probe, isBrowserOnline, isPageHidden, nowMs }: ConnectivityDeps): Connectivity {
  const listeners = new Set<() => void>()
  let status: ConnectivityStatus = isBrowserOnline() ? 'online' : 'offline'
  let lastResponseMs: number | undefined
  let isProbing = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStarted = false

  const setStatus = (next: ConnectivityStatus) => {
    if (next === status) return
    status = next
    for (const listener of listeners) listener()
  }
  const reportResponse = () => {
    lastResponseMs = nowMs()
    clearTimeout(timer)
    setStatus('online')
  }
  /** Probes now. `retryDelayMs` is the delay after a failure. */
  const runProbe = (retryDelayMs: number) => {
    clearTimeout(timer)
    if (isProbing) return
    isProbing = true
    probe()
      .then(reportResponse, () => {
        setStatus(isBrowserOnline() ? 'unreachable' : 'offline')
        scheduleProbe(retryDelayMs)
      })
      .finally(() => {
        isProbing = false
      })
  }
  /** Probes again later, and less often each time. A hidden tab waits until it is visible. */
  const scheduleProbe = (delayMs: number) => {
    clearTimeout(timer)
    if (!isStarted || isPageHidden() || !isBrowserOnline()) return
    timer = setTimeout(runProbe, delayMs, Math.min(delayMs * 2, MAX_RETRY_DELAY_MS))
  }
  const probeNow = () => runProbe(FIRST_RETRY_DELAY_MS)

  return {
    readStatus: () => status,
    readLastResponseMs: () => lastResponseMs,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reportResponse,
    reportNoResponse() {
      if (!isBrowserOnline()) setStatus('offline')
      else if (status === 'online') probeNow()
    },
    start() {
      isStarted = true
      const controller = new AbortController()
      const { signal } = controller
      const probeUnlessOnline = () => {
        if (status !== 'online' && !isPageHidden()) probeNow()
      }
      addEventListener('offline', () => setStatus('offline'), { signal })
      addEventListener('online', probeUnlessOnline, { signal })
      addEventListener('visibilitychange', probeUnlessOnline, { signal })
      return () => {
        isStarted = false
        clearTimeout(timer)
        controller.abort()
      }
    },
  }
}
