import type { SocketAcknowledgement } from '@meadow/contracts'
import { io } from 'socket.io-client'

/** What a connection needs of a Socket.IO socket. */
export type ClientSocket = {
  readonly connected: boolean
  /** Whether it connects again by itself. */
  readonly active: boolean
  connect: () => unknown
  disconnect: () => unknown
  emit: (name: string, payload: unknown, acknowledged?: (answer: SocketAcknowledgement) => void) => unknown
  on: {
    (name: 'connect', listener: () => void): unknown
    (name: 'disconnect', listener: () => void): unknown
    (name: 'connect_error', listener: (error: Error & { data?: { code?: string } }) => void): unknown
  }
  /** `acknowledge` is there where the server wants to know that a message has arrived. */
  onAny: (listener: (name: string, payload: unknown, acknowledge?: () => void) => void) => unknown
}

/** Makes a socket that is not connected yet; `auth` is asked at each attempt. */
export type CreateClientSocket = (auth: (answer: (auth: { token: string }) => void) => void) => ClientSocket

/** A socket to where this page comes from. */
export const createClientSocket: CreateClientSocket = (auth) =>
  io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    auth,
    autoConnect: false,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  })
