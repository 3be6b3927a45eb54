import type { SocketAcknowledgement } from '@meadow/contracts/browser'
import { io } from 'socket.io-client'

/** The part of a Socket.IO socket that `connectSocket` uses. */
export type ClientSocket = {
  readonly connected: boolean
  /** True while Socket.IO reconnects by itself. */
  readonly active: boolean
  connect: () => unknown
  disconnect: () => unknown
  emit: (name: string, payload: unknown, onAcknowledge?: (acknowledgement: SocketAcknowledgement) => void) => unknown
  /** Emits with a limit in ms. The callback gets an error without an acknowledgement: after a time-out or a disconnect. */
  timeout: (ms: number) => {
    emit: (
      name: string,
      payload: unknown,
      onSettled: (error: Error | null, acknowledgement: SocketAcknowledgement) => void,
    ) => unknown
  }
  on: {
    (name: 'connect', listener: () => void): unknown
    (name: 'disconnect', listener: () => void): unknown
    (name: 'connect_error', listener: (error: Error & { data?: { code?: string } }) => void): unknown
  }
  /** `acknowledge` is set for pushes that the server wants acknowledged. */
  onAny: (listener: (name: string, payload: unknown, acknowledge?: () => void) => void) => unknown
}

/** Creates a socket without connecting it. `auth` provides the token for each attempt. */
export type CreateClientSocket = (auth: (respond: (auth: { token: string }) => void) => void) => ClientSocket

/**
 * Creates a Socket.IO socket to the origin of this page. `tryAllTransports` polls at once if a WebSocket is refused. One
 * that hangs, behind a proxy that swallows the upgrade, times out: then the socket polls first, and upgrades if it can.
 */
export const createClientSocket: CreateClientSocket = (auth) => {
  const socket = io({
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
  socket.on('connect_error', ({ message }) => {
    if (message === 'timeout') socket.io.opts.transports = ['polling', 'websocket']
  })
  return socket
}
