import type { ServerToClientEvents } from '@meadow/contracts'
import type { Claims } from '@meadow/service'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

/** The events that the server emits. `newMessage` is the only one that clients acknowledge. */
type EmittedEvents = {
  [Name in keyof Omit<ServerToClientEvents, 'newMessage'>]: (payload: ServerToClientEvents[Name]) => void
} & {
  newMessage: (payload: ServerToClientEvents['newMessage'], acknowledge?: () => void) => void
}

/**
 * State of one socket. `token` is the newest one of its session. `watchedPostIds` is undefined until the socket watches its
 * first post. `lastSent` settles when the last text that it sent is stored or refused; it never rejects.
 */
type SocketData = {
  claims: Claims
  token: string
  watchedPostIds?: Set<string>
  unacknowledged?: number
  lastSent?: Promise<unknown>
}

export type RealtimeServer = Server<DefaultEventsMap, EmittedEvents, DefaultEventsMap, SocketData>
export type RealtimeSocket = Socket<DefaultEventsMap, EmittedEvents, DefaultEventsMap, SocketData>

/** The Engine.IO connection below a socket. */
export type SocketConnection = RealtimeSocket['conn']

/** A packet of Engine.IO. Its data is a packet of Socket.IO. */
export type EnginePacket = { type: string; data?: string | Buffer }

/** A Socket.IO adapter that connects the servers of several instances. */
export type SocketAdapter = {
  create: NonNullable<Parameters<RealtimeServer['adapter']>[0]>
  /** Resolves when the servers created so far are subscribed to their peers, or after a timeout. Never rejects. */
  waitUntilSubscribed(): Promise<void>
}
