import { io, type Socket } from 'socket.io-client'
import { idOf } from './ids.ts'
import type { Product } from './product.ts'

/** Sockets of members, in their order. */
export type Clients = Disposable & {
  sockets: readonly Socket[]
  /** @throws when one of them was lost */
  check(): void
}

/** What a member shows when connecting; plain servers go by the id. */
export type Pass = { token: string; member: string }
type Wanted = { url: string; passes: readonly Pass[]; atOnce: number }

/** Opens a socket for each of these members, so many at a time. Who is not let in voids the run. */
export async function connectClients({ url, passes, atOnce }: Wanted): Promise<Clients> {
  const sockets: Socket[] = []
  let isOver = false
  let lost: string | undefined
  const connectNext = async () => {
    for (let auth = passes[sockets.length]; auth; auth = passes[sockets.length]) {
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

/** Of the first members. */
export const passesOf = ({ tokenOf }: Product, members: number): Pass[] =>
  Array.from({ length: members }, (_, n) => ({ token: tokenOf(n), member: idOf('member', n) }))
