import { createServer } from 'node:net'

// The ports of https://fetch.spec.whatwg.org/#port-blocking that need no privileges.
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Returns whether browsers and `fetch` refuse to connect to this port, because another protocol uses it. */
export const isBlockedPort = (port: number): boolean => BLOCKED_PORTS.has(port)

/** Returns the port if it is free, otherwise undefined. Port 0 takes any free port. */
function probePort(port: number, host?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}

/** Finds a free port on the loopback address. @throws if there is none */
export async function findFreePort(): Promise<number> {
  const port = await probePort(0, '127.0.0.1')
  if (port === undefined) throw new Error('There is no free port on this machine')
  return port
}

/** Finds a port that is free on every address: the preferred one or one of the next hundred. @throws if all are taken */
export async function findNextFreePort(preferredPort: number): Promise<number> {
  for (let port = preferredPort; port < Math.min(preferredPort + 100, 65_536); port++) {
    if (isBlockedPort(port)) continue
    if ((await probePort(port, '127.0.0.1')) !== undefined && (await probePort(port)) !== undefined) return port
  }
  throw new Error(`Port ${preferredPort} and the hundred ports after it are in use`)
}
