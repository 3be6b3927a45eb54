import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type BodySpeed, closeSlowBodies } from './slow-bodies.ts'

export type HttpListener = {
  /** The server of Node, for upgrades. */
  readonly server: Server
  readonly isDraining: boolean
  listen(port: number, host?: string): Promise<{ port: number }>
  /** Ends each connection with its next response (`Connection: close`). New connections are still accepted. */
  startDraining(): void
  /** Accepts no more connections, waits up to `timeoutMs` for running requests, then closes the remaining connections. */
  close(timeoutMs: number): Promise<void>
}

export type ListenerTimeouts = {
  /** A connection without traffic for this long is closed. */
  idleMs: number
  /** The longest time for receiving a whole request. */
  requestMs: number
  /** The longest time for receiving the headers of a request. */
  headersMs: number
  /** The interval at which Node checks `requestMs` and `headersMs`. */
  checkIntervalMs: number
  /** A connection on which a body arrives more slowly is closed. */
  bodySpeed: BodySpeed
}

const DEFAULT_TIMEOUTS: ListenerTimeouts = {
  idleMs: 30_000,
  requestMs: 90 * 60_000, // the largest upload, a video of 100 MB, at 20 KB per second takes 84 minutes
  headersMs: 15_000,
  checkIntervalMs: 5_000,
  bodySpeed: { windowMs: 30_000, minBytesPerSecond: 1_000 },
}

/** Longer than the gateway keeps an idle connection, so that the client side closes it first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

/**
 * Creates an HTTP server that closes without failing a running request. `shouldUpgrade` selects the requests that may
 * upgrade their connection; others are handled as normal requests.
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
  closeSlowBodies(server, timeouts.bodySpeed)
  // By connection, as entries for each response would make responses outlive small collections: a fifth of the gateway's time.
  const running = new Map<Socket, ServerResponse | undefined>()
  let isDraining = false
  let isClosing = false

  server.on('connection', (socket) => {
    running.set(socket, undefined)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    running.set(socket, response)
    if (isDraining) response.shouldKeepAlive = false
    response.once('close', () => {
      if (running.get(socket) === response) running.set(socket, undefined)
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
    app(request, response)
  })

  const startDraining = () => {
    isDraining = true
    for (const response of running.values()) if (response) response.shouldKeepAlive = false
  }

  return {
    server,
    startDraining,
    get isDraining() {
      return isDraining
    },
    async listen(port, host) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.once('error', reject)
      server.listen(port, host, resolve)
      await promise
      server.off('error', reject)
      return { port: (server.address() as AddressInfo).port }
    },
    async close(timeoutMs) {
      startDraining()
      isClosing = true
      if (!server.listening) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs)
      await closed
      clearTimeout(timer)
    },
  }
}
