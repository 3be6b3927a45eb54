import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Listener = {
  /** Node's own server, for upgrades. */
  readonly server: Server
  readonly isClosing: boolean
  listen(port: number, host?: string): Promise<{ port: number }>
  /** Takes nothing new, lets running requests finish for at most `patience` ms, then cuts what is left. */
  close(patience: number): Promise<void>
}

/** How long (ms) a connection may be silent, a whole request and its headers may take; looked after every `check`. */
export type Patience = { silence: number; request: number; headers: number; check: number }

const PATIENCE: Patience = { silence: 30_000, request: 15 * 60_000, headers: 15_000, check: 5_000 }

/** Longer than whoever keeps connections to us, so that it is they who let go first. */
const KEEP_ALIVE = 65_000

/**
 * An HTTP server that can be closed without failing a request. Where there are upgrades, `mayUpgrade` says whose: any other
 * request that asks for one is answered as if it had not.
 */
export function createListener(
  app: RequestListener,
  patience: Patience = PATIENCE,
  mayUpgrade?: (request: IncomingMessage) => boolean,
): Listener {
  const server = createServer({
    ...(mayUpgrade && { shouldUpgradeCallback: mayUpgrade }),
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: patience.check,
  })
  server.setTimeout(patience.silence)
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
