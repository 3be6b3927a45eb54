import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** No delay for small packets; a half-closed connection stays open for the other direction. */
const SOCKET_OPTIONS = { noDelay: true, allowHalfOpen: true }

/**
 * Opens one URL for several instances, as a Kubernetes Service does: a TCP proxy that forwards each connection to the next
 * instance that accepts it. Closing one side closes the other.
 */
export async function openRoundRobinProxy(urls: readonly string[]): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>()
  let nextIndex = 0

  async function connectToNext(): Promise<Socket | undefined> {
    for (const _ of urls) {
      const { hostname, port } = new URL(urls[nextIndex++ % urls.length] ?? '')
      const upstream = connect({ ...SOCKET_OPTIONS, host: hostname, port: Number(port) })
      const isConnected = await once(upstream, 'connect').then(
        () => true,
        () => false,
      )
      if (isConnected) return upstream
    }
    return undefined
  }

  async function forward(caller: Socket): Promise<void> {
    sockets.add(caller)
    caller.on('error', () => undefined).once('close', () => sockets.delete(caller))
    const upstream = await connectToNext()
    if (!upstream || caller.destroyed) {
      caller.destroy()
      upstream?.destroy()
    } else pipeline(caller, upstream, caller, () => undefined)
  }

  const server = createServer(SOCKET_OPTIONS, (caller) => void forward(caller)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const caller of sockets) caller.destroy()
      await closed
    },
  }
}
