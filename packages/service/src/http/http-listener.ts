import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpListener = {
  /** Node's own server, for upgrades. */
  readonly server: Server
  readonly isClosing: boolean
  listen(port: number, host?: string): Promise<{ port: number }>
  /** Takes nothing new, lets running requests finish for at most `patience` ms, then cuts what is left. */
  close(patience: number): Promise<void>
}

/** How long (ms) a connection may be silent, a whole request and its headers may take; looked after every `check`. */
export type ListenerTimeouts = { idleMs: number; requestMs: number; headersMs: number; checkIntervalMs: number }

const DEFAULT_TIMEOUTS: ListenerTimeouts = {
  idleMs: 30_000,
  requestMs: 15 * 60_000,
  headersMs: 15_000,
  checkIntervalMs: 5_000,
}

/** Longer than whoever keeps connections to us, so that it is they who let go first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/**
 * An HTTP server that can be closed without failing a request. Where there are upgrades, `mayUpgrade` says whose: any other
 * request that asks for one is answered as if it had not.
 */
export function createHttpListener(
  app: RequestListener,
  timeouts: ListenerTimeouts = DEFAULT_TIMEOUTS,
  shouldUpgrade?: (request: IncomingMessage) => boolean,
): HttpListener {
  const server = createServer({
    ...(shouldUpgrade && { shouldUpgradeCallback: shouldUpgrade }),
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
  })
  server.setTimeout(timeouts.idleMs)
  const running = new Set<ServerResponse>()
  let isClosing = false

  server.on('request', (request, response) => {
    running.add(response)
    if (isClosing) response.shouldKeepAlive = false
    response.once('close', () => {
      running.delete(response)
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
    app(request, response)
  })

  return {
    server,
    get isClosing() {
      return isClosing
    },
    async listen(port, host) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen(port, host, resolve)
      await promise
      server.off('error', reject)
      return { port: (server.address() as AddressInfo).port }
    },
    async close(patience) {
      isClosing = true
      if (!server.listening) return
      for (const response of running) response.shouldKeepAlive = false
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const timer = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearTimeout(timer)
    },
  }
}
