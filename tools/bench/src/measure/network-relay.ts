import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A relay in front of the product, which can take it away from pages and workers. */
export type NetworkRelay = AsyncDisposable & {
  url: string
  /** Ends all connections and refuses new ones, or accepts them again. */
  setOffline(isOffline: boolean): void
}

/** Opens a relay to the product at this URL. */
export async function openNetworkRelay(url: string): Promise<NetworkRelay> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const target = connect(Number(port), hostname)
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }).listen(0, hostname)
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    setOffline(isOffline) {
      isCut = isOffline
      if (isOffline) cut()
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
    },
  }
}
