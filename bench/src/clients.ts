import { io, type Socket } from 'socket.io-client'
import { idOf } from './ids.ts'
import type { Product } from './product.ts'

/** Sockets of members, in their order. */
export type Clients = Disposable & {
  sockets: readonly Socket[]
  /** @throws when one of them was lost */
  check(): void
}

type Wanted = { url: string; tokens: readonly string[]; atOnce: number }

/** Opens a socket for each of the first members, so many at a time. Who is not let in voids the run. */
export async function connectClients({ url, tokens, atOnce }: Wanted): Promise<Clients> {
  const sockets: Socket[] = []
  let isOver = false
  let lost: string | undefined
  const connectNext = async () => {
    while (sockets.length < tokens.length) {
      const auth = { token: tokens[sockets.length], member: idOf('member', sockets.length) }
      const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
      sockets.push(socket)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      socket.once('connect', resolve).once('connect_error', reject)
      await promise
      socket.once('disconnect', (reason) => {
        if (!isOver) lost ??= reason
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, connectNext))
  return {
    sockets,
    check() {
      if (lost) throw new Error(`A socket was lost: ${lost}`)
    },
    [Symbol.dispose]() {
      isOver = true
      for (const socket of sockets) socket.disconnect()
    },
  }
}

export const tokensOf = ({ tokenOf }: Product, members: number): string[] =>
  Array.from({ length: members }, (_, n) => tokenOf(n))
