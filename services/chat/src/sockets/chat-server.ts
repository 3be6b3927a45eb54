import type { SocketHeard } from '@meadow/contracts'
import type { Claims } from '@meadow/service'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

type Heard = { [Name in keyof Omit<SocketHeard, 'newMessage'>]: (payload: SocketHeard[Name]) => void } & {
  /** The only one that is acknowledged. */
  newMessage: (payload: SocketHeard['newMessage'], acknowledge?: () => void) => void
}

/**
 * What is known of a socket: whose it is, which posts it watches (undefined: it has never watched any), and how many
 * messages it has not acknowledged.
 */
type Own = { claims: Claims; watched: Set<string> | undefined; unanswered?: number }

export type ChatServer = Server<DefaultEventsMap, Heard, DefaultEventsMap, Own>
export type ChatSocket = Socket<DefaultEventsMap, Heard, DefaultEventsMap, Own>

/** What joins the servers of several instances. */
export type SocketAdapter = {
  create: NonNullable<Parameters<ChatServer['adapter']>[0]>
  /** Settled when the servers made so far hear the others, or that takes too long. */
  joined(): Promise<void>
}

/** The connection below a socket. */
export type Connection = ChatSocket['conn']
