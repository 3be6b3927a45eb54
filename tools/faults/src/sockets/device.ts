import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Member } from '../history.ts'

/** From when to when a socket was connected, and how often it was told of each message, by id. */
export type Connection = { at: string; since: number; until: number; told: Map<string, number> }

/** What a member has in their hand: a socket at one of the gateways, at the next one whenever its connection ends. */
export type Device = Disposable & { member: string; connections: Connection[] }

type Told = { _id: string }

const BETWEEN_MS = 50

export function openDevice({ _id: member, token }: Member, urls: readonly string[], first: number): Device {
  const connections: Connection[] = []
  const closing = new AbortController()

  const stayAt = (at: string): Promise<void> => {
    const socket = io(at, { transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const connection: Connection = { at, since: 0, until: Number.POSITIVE_INFINITY, told: new Map() }
    const note = ({ _id }: Told) => connection.told.set(_id, (connection.told.get(_id) ?? 0) + 1)
    socket.on('connect', () => {
      connection.since = performance.now()
      connections.push(connection)
    })
    socket.on('newMessage', (message: Told, acknowledge?: () => void) => {
      note(message)
      acknowledge?.()
    })
    socket.on('messageSent', note)
    socket.once('connect_error', () => end()).once('disconnect', () => end())
    closing.signal.addEventListener('abort', () => socket.disconnect(), { once: true })
    return ended.then(() => {
      connection.until = performance.now()
    })
  }

  const staying = async () => {
    for (let turn = first; !closing.signal.aborted; turn++) {
      await stayAt(urls[turn % urls.length] ?? '')
      await delay(BETWEEN_MS)
    }
  }
  void staying()
  return { member, connections, [Symbol.dispose]: () => closing.abort() }
}

export const isConnected = ({ connections }: Device): boolean => connections.at(-1)?.until === Number.POSITIVE_INFINITY
