import type { ClientToServerEvents, SocketAcknowledgement } from '@meadow/contracts/browser'

/** The connected socket of a member. */
export type SocketConnection = {
  memberId: string
  /** Sends a text. Rejects if there is no acknowledgement: then the server may have stored it or not. */
  sendMessage: (text: ClientToServerEvents['sendMessage']) => Promise<SocketAcknowledgement>
}

let current: SocketConnection | undefined

/** The connection of this page, for the outbox. It is undefined while the socket is not connected. */
export const pageSocket = {
  read: (): SocketConnection | undefined => current,
  /** Attaches a new connection. Returns a function that detaches it. */
  attach(connection: SocketConnection): () => void {
    current = connection
    return () => {
      if (current === connection) current = undefined
    }
  },
}
