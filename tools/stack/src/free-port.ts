import { createServer } from 'node:net'

// The ports of https://fetch.spec.whatwg.org/#port-blocking that need no privileges.
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Returns whether browsers and `fetch` refuse to connect to this port, because another protocol uses it. */
export const isBlockedPort = (port: number): boolean => BLOCKED_PORTS.has(port)

/** Returns the port if it is free, otherwise undefined. */
function probePort(port: number, host?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
}

/** Below the ports that Linux gives to outgoing connections: one of those could take a free port before it is used. */
const PORT_RANGE = { first: 10_000, count: 22_000 }
let portsTried = Math.floor(Math.random() * PORT_RANGE.count)

/** Finds a free port on the loopback address, a different one at each call. @throws if there is none */
export async function findFreePort(): Promise<number> {
  for (let attempts = 0; attempts < PORT_RANGE.count; attempts++) {
    const port = PORT_RANGE.first + (portsTried++ % PORT_RANGE.count)
    if (!isBlockedPort(port) && (await probePort(port, '127.0.0.1')) !== undefined) return port
  }
  throw new Error('There is no free port on this machine')
}

/** Finds a port that is free on every address: the preferred one or one of the next hundred. @throws if all are taken */
export async function findNextFreePort(preferredPort: number): Promise<number> {
  for (let port = preferredPort; port < Math.min(preferredPort + 100, 65_536); port++) {
    if (isBlockedPort(port)) continue
    if ((await probePort(port, '127.0.0.1')) !== undefined && (await probePort(port)) !== undefined) return port
  }
  throw new Error(`Port ${preferredPort} and the hundred ports after it are in use`)
}
