import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { createHttpClient } from '../measure/http-load.ts'
import type { SendOperation } from '../measure/load.ts'
import { connectSocketClients, type SocketAuth } from '../measure/socket-clients.ts'
import { observeMessageArrivals } from './message-arrivals.ts'

const CONNECT_CONCURRENCY = 16
const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000
/** The share of the sockets that only stay connected. */
const IDLE_SHARE = 0.7
/** Typing is sent twice a second while a member writes, so it is the most frequent. A message and later its read mark follow. */
const SEQUENCE = [
  'typing',
  'message',
  'typing',
  'read',
  'typing',
  'message',
  'typing',
  'read',
  'typing',
  'message',
] as const
type ChatOperation = (typeof SEQUENCE)[number]
type Acknowledgement = { ok?: boolean; code?: string }

/** Connects the sockets of pairs of members, of which 30 % type, send messages and read. */
export async function openChatMix(
  url: string,
  auths: readonly SocketAuth[],
): Promise<AsyncDisposable & { send: SendOperation }> {
  const client = createHttpClient(url)
  const clients = await connectSocketClients({ url, auths, concurrency: CONNECT_CONCURRENCY })
  const arrivals = observeMessageArrivals(clients.sockets)
  const activePairs = Math.floor((auths.length / 2) * (1 - IDLE_SHARE))
  let count = 0

  async function emit(sender: number, name: string, payload: object): Promise<void> {
    const socket = clients.sockets[sender] as Socket
    const { ok, code }: Acknowledgement = await socket.timeout(ACKNOWLEDGEMENT_TIMEOUT_MS).emitWithAck(name, payload)
    if (ok === false) throw new Error(`${name} was refused with ${code}`)
  }

  const operations: Record<ChatOperation, (n: number, member: number) => Promise<number>> = {
    async typing(_n, member) {
      await emit(member, 'typing', { recipientId: auths[member ^ 1]?.member })
      return performance.now()
    },
    async message(n, member) {
      const content = `Message ${n}`.padEnd(100, '.')
      const message = { recipientId: auths[member ^ 1]?.member, content, clientMessageId: randomUUID() }
      const arrival = arrivals.waitFor(content).then(() => performance.now())
      const [at] = await Promise.all([arrival, emit(member, 'sendMessage', message)])
      return at
    },
    read(_n, member) {
      const headers = { authorization: `Bearer ${auths[member]?.token}` }
      const path = `/api/messages/conversations/${auths[member ^ 1]?.member}/read`
      return client.send({ method: 'PUT', path, headers })
    },
  }
  return {
    send() {
      const n = count++
      const turn = Math.floor(n / SEQUENCE.length)
      const member = (turn % activePairs) * 2 + (Math.floor(turn / activePairs) % 2)
      return operations[SEQUENCE[n % SEQUENCE.length] as ChatOperation](n, member)
    },
    async [Symbol.asyncDispose]() {
      clients.assertConnected()
      clients[Symbol.dispose]()
      client[Symbol.dispose]()
    },
  }
}
