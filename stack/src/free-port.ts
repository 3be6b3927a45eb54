import { createServer } from 'node:net'

/** Can this port be listened on? 0 asks for any. Answers the port, or undefined when it is taken. */
export function portIfFree(port: number, host = '127.0.0.1'): Promise<number | undefined> {
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

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = await portIfFree(0)
  if (port === undefined) throw new Error('This machine has no free port left')
  return port
}
