import type { SocketAcknowledgement } from '@meadow/contracts'
import type { ClientSocket, CreateClientSocket } from './client-socket.ts'

type SentMessage = { name: string; payload: unknown; acknowledge?: (answer: SocketAcknowledgement) => void }

/** A socket whose other end is the test. */
export type FakeSocket = ClientSocket & {
  /** What the page said, oldest first. */
  readonly sentMessages: SentMessage[]
  /** The tokens of its handshakes. */
  readonly tokens: string[]
  accept(): void
  refuse(code: string): void
  /** Ends the connection; it comes back by itself unless the server has closed it. */
  drop(by?: 'server'): void
  receive(name: string, payload: unknown, acknowledge?: () => void): void
}

/** Opens sockets that wait for the test: `sockets` are those that were opened, oldest first. */
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
  const tell = (name: string, value?: unknown) => listeners[name]?.forEach((listener) => void listener(value))
  let heard = (_name: string, _payload: unknown, _acknowledge?: () => void) => {}
  const state = { connected: false, active: false }
  const said: SentMessage[] = []
  const tokens: string[] = []
  return {
    sentMessages: said,
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
    emit: (name, payload, acknowledge) => said.push({ name, payload, ...(acknowledge && { acknowledge }) }),
    on: (name: string, listener: (value: never) => void) => {
      listeners[name] = [...(listeners[name] ?? []), listener as (value?: unknown) => void]
    },
    onAny: (listener) => {
      heard = listener
    },
    accept() {
      state.connected = true
      tell('connect')
    },
    refuse(code) {
      state.active = false
      tell('connect_error', Object.assign(new Error(code), { data: { code } }))
    },
    drop(by) {
      Object.assign(state, { connected: false, active: by !== 'server' })
      tell('disconnect')
    },
    receive: (name, payload, acknowledge) => heard(name, payload, acknowledge),
  }
}
