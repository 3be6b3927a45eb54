import type { ClientToServerEvents, SocketAcknowledgement } from '@meadow/contracts/browser'

/** The connected socket of a member. */
export type SocketConnection = {
  memberId: string
  /** Sends a text message. Rejects without an acknowledgement: then the server may or may not have stored the message. */
  sendMessage: (message: ClientToServerEvents['sendMessage']) => Promise<SocketAcknowledgement>
}

/** `closed`: the page wants no connection, because nobody is signed in or the page is still loading. */
export type SocketStatus = 'closed' | 'connecting' | 'connected'

let current: SocketConnection | undefined
let isWanted = false
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => void listener())

/** The connection of this page, for the outbox and for the notice that there is none. */
export const pageSocket = {
  /** Returns undefined while the socket is not connected. */
  read: (): SocketConnection | undefined => current,
  readStatus: (): SocketStatus => (current ? 'connected' : isWanted ? 'connecting' : 'closed'),
  /** Calls `listener` when the status may have changed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Sets that the page begins to connect, or no longer wants a connection. */
  setWanted(wanted: boolean): void {
    isWanted = wanted
    notify()
  },
  /** Attaches a new connection. Returns a function that detaches it. */
  attach(connection: SocketConnection): () => void {
    current = connection
    notify()
    return () => {
      if (current !== connection) return
      current = undefined
      notify()
    }
  },
}
