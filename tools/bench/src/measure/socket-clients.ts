import { io, type Socket } from 'socket.io-client'
import type { BenchProduct } from '../product/open-product.ts'
import { toSeedId } from '../seed/seed-ids.ts'

/** Connected sockets, one per member. */
export type SocketClients = Disposable & {
  sockets: readonly Socket[]
  /** @throws if a socket was disconnected */
  assertConnected(): void
}

/** The handshake data of a member. The baseline uses the id only. */
export type SocketAuth = { token: string; member: string }
type ConnectOptions = { url: string; auths: readonly SocketAuth[]; concurrency: number }

/** Connects a socket for each member, `concurrency` at a time. @throws if a connection is rejected */
export async function connectSocketClients({
  url,
  auths,
  concurrency: maxConcurrency,
}: ConnectOptions): Promise<SocketClients> {
  const sockets: Socket[] = []
  let isDisposed = false
  let lost: string | undefined
  const connectNext = async () => {
    for (let auth = auths[sockets.length]; auth; auth = auths[sockets.length]) {
      const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
      sockets.push(socket)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      socket.once('connect', resolve).once('connect_error', reject)
      await promise
      socket.once('disconnect', (reason) => {
        if (!isDisposed) lost ??= reason
      })
    }
  }
  await Promise.all(Array.from({ length: maxConcurrency }, connectNext))
  return {
    sockets,
    assertConnected() {
      if (lost) throw new Error(`A socket was disconnected: ${lost}`)
    },
    [Symbol.dispose]() {
      isDisposed = true
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** Creates the handshake data of `count` members, from the number `first`. */
export const createSocketAuths = ({ signToken: tokenOf }: BenchProduct, count: number, first = 0): SocketAuth[] =>
  Array.from({ length: count }, (_, n) => ({ token: tokenOf(first + n), member: toSeedId('member', first + n) }))
