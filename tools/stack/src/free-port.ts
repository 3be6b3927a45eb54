import { createServer } from 'node:net'
import { isBlocked } from './blocked-ports.ts'

/** Can this port be listened on? 0 asks for any. Answers the port, or undefined when it is taken. */
function portIfFree(port: number, host?: string): Promise<number | undefined> {
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

/** A port that nobody listens on, for this machine only. */
export async function freePort(): Promise<number> {
  const port = await portIfFree(0, '127.0.0.1')
  if (port === undefined) throw new Error('This machine has no free port left')
  return port
}

/** The wanted port, or the next one that is free on every address. @throws when the next hundred are taken, too */
export async function nextFreePort(wanted: number): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 100, 65_536); port++) {
    if (isBlocked(port)) continue
    if ((await portIfFree(port, '127.0.0.1')) !== undefined && (await portIfFree(port)) !== undefined) return port
  }
  throw new Error(`Port ${wanted} is taken, and so are the next hundred`)
}
