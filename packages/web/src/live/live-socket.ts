import type { Acknowledgement } from '@meadow/contracts'
import { whenQuiet } from './when-quiet.ts'

/** What a connection needs of a Socket.IO socket. */
export type LiveSocket = {
  readonly connected: boolean
  /** Whether it connects again by itself. */
  readonly active: boolean
  connect: () => unknown
  disconnect: () => unknown
  emit: (name: string, payload: unknown, acknowledged?: (answer: Acknowledgement) => void) => unknown
  on: {
    (name: 'connect', listener: () => void): unknown
    (name: 'disconnect', listener: () => void): unknown
    (name: 'connect_error', listener: (error: Error & { data?: { code?: string } }) => void): unknown
  }
  onAny: (listener: (name: string, payload: unknown) => void) => unknown
}

type Auth = (answer: (auth: { token: string }) => void) => void

/** Makes a socket that is not connected yet; `auth` is asked at each attempt. Nothing is made once `stopped`. */
export type OpenSocket = (auth: Auth, stopped: AbortSignal) => Promise<LiveSocket | undefined>

/** The socket of this page. Its client is loaded when what one looks at is there. */
export const openSocket: OpenSocket = async (auth, stopped) => {
  await whenQuiet(stopped)
  if (stopped.aborted) return undefined
  const { io } = await import('socket.io-client')
  if (stopped.aborted) return undefined
  return io({
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
}
