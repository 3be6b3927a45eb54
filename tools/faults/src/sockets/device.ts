import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Member } from '../history.ts'
import type { TokenRenewal } from '../token-renewal.ts'

/** The period of a connection, and the number of pushes per message id. */
export type DeviceConnection = { url: string; since: number; until: number; pushCounts: Map<string, number> }

/** A device of a member: a socket that connects to the next gateway whenever its connection ends. */
export type SocketDevice = Disposable & { member: string; connections: DeviceConnection[] }

type MessagePush = { _id: string }

const RECONNECT_DELAY_MS = 50

/** Opens a device that begins at the gateway with index `first`. Each connection uses the current token of the member. */
export function openSocketDevice(
  { _id: member, token }: Member,
  { urls, first, tokens }: { urls: readonly string[]; first: number; tokens: TokenRenewal },
): SocketDevice {
  const connections: DeviceConnection[] = []
  const closing = new AbortController()

  const auth = (respond: (auth: { token: string }) => void) =>
    void tokens.getCurrent(token).then((current) => respond({ token: current }))

  const connectTo = (at: string): Promise<void> => {
    const socket = io(at, { transports: ['websocket'], reconnection: false, forceNew: true, auth })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const connection: DeviceConnection = { url: at, since: 0, until: Number.POSITIVE_INFINITY, pushCounts: new Map() }
    const countPush = ({ _id }: MessagePush) =>
      connection.pushCounts.set(_id, (connection.pushCounts.get(_id) ?? 0) + 1)
    socket.on('connect', () => {
      connection.since = performance.now()
      connections.push(connection)
    })
    socket.on('newMessage', (message: MessagePush, acknowledge?: () => void) => {
      countPush(message)
      acknowledge?.()
    })
    socket.on('messageSent', countPush)
    socket.once('connect_error', () => end()).once('disconnect', () => end())
    closing.signal.addEventListener('abort', () => socket.disconnect(), { once: true })
    return ended.then(() => {
      connection.until = performance.now()
    })
  }

  const stayConnected = async () => {
    for (let index = first; !closing.signal.aborted; index++) {
      await connectTo(urls[index % urls.length] ?? '')
      await delay(RECONNECT_DELAY_MS)
    }
  }
  void stayConnected()
  return { member, connections, [Symbol.dispose]: () => closing.abort() }
}

const CONNECT_TIMEOUT_MS = 60_000
const PROBE_INTERVAL_MS = 25

/** Waits until all devices are connected. @throws after a minute */
export async function waitUntilConnected(devices: readonly SocketDevice[]): Promise<void> {
  const deadline = performance.now() + CONNECT_TIMEOUT_MS
  while (!devices.every(isConnected)) {
    if (performance.now() > deadline) throw new Error('I8 a device does not connect')
    await delay(PROBE_INTERVAL_MS)
  }
}

export const isConnected = ({ connections }: SocketDevice): boolean =>
  connections.at(-1)?.until === Number.POSITIVE_INFINITY
