import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** Sent at once, and not ended before the other side ends. */
const LIKE_ITS_OTHER_SIDE = { noDelay: true, allowHalfOpen: true }

/**
 * One address for several instances, as a Service of Kubernetes gives them: each connection goes to the next in turn that
 * takes it, and ends with its other side.
 */
export async function spread(urls: readonly string[]): Promise<AsyncDisposable & { url: string }> {
  const held = new Set<Socket>()
  let turn = 0

  async function reachNext(): Promise<Socket | undefined> {
    for (const _ of urls) {
      const { hostname, port } = new URL(urls[turn++ % urls.length] ?? '')
      const upstream = connect({ ...LIKE_ITS_OTHER_SIDE, host: hostname, port: Number(port) })
      const isThere = await once(upstream, 'connect').then(
        () => true,
        () => false,
      )
      if (isThere) return upstream
    }
    return undefined
  }

  async function join(caller: Socket): Promise<void> {
    held.add(caller)
    caller.on('error', () => undefined).once('close', () => held.delete(caller))
    const upstream = await reachNext()
    if (!upstream || caller.destroyed) {
      caller.destroy()
      upstream?.destroy()
    } else pipeline(caller, upstream, caller, () => undefined)
  }

  const server = createServer(LIKE_ITS_OTHER_SIDE, (caller) => void join(caller)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const caller of held) caller.destroy()
      await closed
    },
  }
}
