import type { SocketAcknowledgement } from '@meadow/contracts/browser'
import type { ClientSocket, CreateClientSocket } from './client-socket.ts'

type SentMessage = { name: string; payload: unknown; acknowledge?: (answer: SocketAcknowledgement) => void }

/** A socket for tests, which play the server. */
export type FakeSocket = ClientSocket & {
  /** The messages of the page, oldest first. */
  readonly sentMessages: SentMessage[]
  /** The tokens of the handshakes, oldest first. */
  readonly tokens: string[]
  accept(): void
  reject(code: string): void
  /** Drops the connection. The socket reconnects by itself, unless the server has closed it. */
  drop(by?: 'server'): void
  receive(name: string, payload: unknown, acknowledge?: () => void): void
}

/** Returns a function that creates fake sockets, and the sockets that it has created, oldest first. */
export function createFakeSockets(): { open: CreateClientSocket; sockets: FakeSocket[] } {
  const sockets: FakeSocket[] = []
  const open: CreateClientSocket = (auth) => {
    const socket = createFakeSocket(auth)
    sockets.push(socket)
    return socket
  }
  return { open, sockets }
}

function createFakeSocket(auth: Parameters<CreateClientSocket>[0]): FakeSocket {
  const listeners: Record<string, ((value?: unknown) => void)[]> = {}
  const callListeners = (name: string, value?: unknown) => listeners[name]?.forEach((listener) => void listener(value))
  let anyListener = (_name: string, _payload: unknown, _acknowledge?: () => void) => {}
  const state = { connected: false, active: false }
  const sentMessages: SentMessage[] = []
  const tokens: string[] = []
  const unacknowledged = new Set<() => void>()
  return {
    sentMessages,
    tokens,
    get connected() {
      return state.connected
    },
    get active() {
      return state.active
    },
    connect() {
      state.active = true
      auth(({ token }) => void tokens.push(token))
    },
    disconnect() {
      if (state.connected) this.drop('server')
      state.active = false
    },
    emit: (name, payload, acknowledge) => sentMessages.push({ name, payload, ...(acknowledge && { acknowledge }) }),
    timeout: (ms) => ({
      emit: (name, payload, onSettled) => {
        const fail = () => {
          clearTimeout(timer)
          unacknowledged.delete(fail)
          onSettled(new Error('no acknowledgement'), { ok: false, code: 'none' })
        }
        const timer = setTimeout(fail, ms)
        unacknowledged.add(fail)
        const acknowledge = (acknowledgement: SocketAcknowledgement) => {
          clearTimeout(timer)
          unacknowledged.delete(fail)
          onSettled(null, acknowledgement)
        }
        sentMessages.push({ name, payload, acknowledge })
      },
    }),
    on: (name: string, listener: (value: never) => void) => {
      listeners[name] = [...(listeners[name] ?? []), listener as (value?: unknown) => void]
    },
    onAny: (listener) => {
      anyListener = listener
    },
    accept() {
      state.connected = true
      callListeners('connect')
    },
    reject(code) {
      state.active = false
      callListeners('connect_error', Object.assign(new Error(code), { data: { code } }))
    },
    drop(by) {
      Object.assign(state, { connected: false, active: by !== 'server' })
      for (const fail of [...unacknowledged]) fail()
      callListeners('disconnect')
    },
    receive: (name, payload, acknowledge) => anyListener(name, payload, acknowledge),
  }
}
