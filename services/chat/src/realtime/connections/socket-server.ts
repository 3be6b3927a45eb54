import type { Duplex } from 'node:stream'
import {
  type ClientToServerEvents,
  type MessageView,
  SOCKET_IDLE_TIMEOUT_MS,
  SOCKET_PING_INTERVAL_MS,
} from '@meadow/contracts'
import {
  type AttachableServer,
  closeInBatches,
  DomainError,
  type EndedSessionsNotice,
  isEndedBy,
  isSameOriginRequest,
  type Logger,
  logSecurityEvent,
  type Verifier,
} from '@meadow/service'
import { Server } from 'socket.io'
import type { SendText } from '../ports.ts'
import type { ConnectedMembers } from '../presence/connected-members.ts'
import { getLocalSockets, rooms } from '../push/push-delivery.ts'
import type { SendTyping } from '../typing/typing.ts'
import { type ClientEventDeps, type ClientEventHandlers, handleClientEvents } from './client-events.ts'
import { createConnectionLimits, destroyConnection, type LimitViolation } from './connection-limits.ts'
import type { SocketMetrics } from './socket-metrics.ts'
import { createPresenceRegistration } from './socket-registration.ts'
import {
  createAuthentication,
  endSession,
  endSessionAtExpiry,
  getClientNetwork,
  renewSession,
} from './socket-session.ts'
import type { RealtimeServer, RealtimeSocket, SocketAdapter, SocketConnection } from './socket-types.ts'
import { unwatchPosts, watchPosts } from './watched-posts.ts'

export type SocketServerDeps = {
  verifier: Verifier
  /** Calls the listener with the sessions that end. */
  onEnded: (listener: (notice: EndedSessionsNotice) => void) => Disposable
  /** Connects this server with those of the peer instances; absent without a Redis. */
  adapter?: SocketAdapter
  /** The public origin of the product. Undefined accepts any address of this machine and its network. */
  publicUrl: URL | undefined
  /** False lifts the limit of messages that a connection sends and those that connections share, for load tests. @default true */
  hasRateLimits?: boolean
  /** Time for a new connection to send its token; 10,000 by default. */
  connectTimeoutMs?: number
  /** Interval in which the tokens of sockets are verified again; 60,000 by default. */
  tokenCheckIntervalMs?: number
  log: Logger
  now: () => Date
}

type ConnectionDeps = SocketServerDeps & {
  connectedMembers: Pick<ConnectedMembers, 'addSocket' | 'removeSocket'>
  sendTyping: SendTyping
  sendText: SendText
  isOutage: (error: unknown) => boolean
  metrics: SocketMetrics
}

const DEFAULT_CONNECT_TIMEOUT_MS = 10_000
/** Limit of one WebSocket frame or polling request body, which may hold several packets. */
const MAX_PAYLOAD_BYTES = 64 * 1024
const MAX_SOCKETS_PER_MEMBER = 20

/** Creates the Socket.IO server. It accepts no connection before `server.attach` is called. */
export function createSocketServer(deps: ConnectionDeps): { io: RealtimeServer; server: AttachableServer } {
  const { verifier, log, adapter, metrics, connectedMembers, sendTyping, sendText, isOutage } = deps
  const { hasRateLimits = true } = deps
  let isClosing = false
  const io: RealtimeServer = new Server({
    path: '/socket.io',
    serveClient: false,
    connectTimeout: deps.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    pingInterval: SOCKET_PING_INTERVAL_MS,
    ...(adapter && { adapter: adapter.create }),
    allowRequest: (request, decide) => {
      const isAllowed = isAllowedOrigin(request.headers, deps.publicUrl)
      if (!isAllowed) {
        metrics.countRefused('origin')
        logSecurityEvent(log, { event: 'socket.origin_refused', network: getClientNetwork(request) })
      }
      decide(isClosing ? 'unavailable' : isAllowed ? null : 'origin_not_allowed', isAllowed && !isClosing)
    },
  })
  const endedSessions = deps.onEnded((notice) => {
    const room = '_id' in notice ? rooms.session(notice._id) : rooms.member(notice.memberId)
    for (const socket of getLocalSockets(io, room))
      if (isEndedBy(socket.data.claims, notice)) endSession(socket, 'token_invalid')
  })
  const webSocketConnections = new Set<Duplex>()
  const limits = createConnectionLimits({ onViolation: onLimitExceeded, hasRateLimits })

  /**
   * Sends the texts of one socket one after the other, in the order of its packets. Texts that still wait when the socket
   * disconnects are dropped: nobody would receive their acknowledgements, so the client sends them again.
   */
  function sendInOrder(socket: RealtimeSocket, text: ClientToServerEvents['sendMessage']): Promise<MessageView> {
    const { data } = socket
    const sent = (data.lastSent ?? Promise.resolve()).then(() => {
      if (socket.disconnected) throw new DomainError('unavailable')
      return sendText(data.claims, text)
    })
    data.lastSent = sent.catch(() => undefined)
    return sent
  }

  const handlers: ClientEventHandlers = {
    authenticate: (socket, { token }) => renewSession(socket, token, deps),
    join: ({ data }, id) => {
      if (id !== data.claims.sub)
        log.warn({ member: data.claims.sub }, 'socket tried to join the room of another member')
    },
    watch: (socket, { postIds }) => watchPosts(socket, postIds),
    unwatch: (socket, { postIds }) => unwatchPosts(socket, postIds),
    sendMessage: async (socket, text) => ({ message: await sendInOrder(socket, text) }),
    typing: ({ data }, { recipientId }) => sendTyping(data.claims.sub, recipientId),
  }

  function onConnection(socket: RealtimeSocket): void {
    const { sub, sid } = socket.data.claims
    limits.authenticate(socket.conn, sub)
    socket.on('error', () => metrics.countRefused('malformed')) // Socket.IO then closes the connection
    const onRefused: ClientEventDeps['onRefused'] = (reason) => {
      metrics.countRefused(reason)
      limits.countInvalid(socket.conn)
    }
    handleClientEvents(socket, { handlers, isOutage, log, onRefused })
    void socket.join([rooms.member(sub), rooms.session(sid), rooms.neverWatched])
    endSessionAtExpiry(socket, deps)
    for (const oldest of getLocalSockets(io, rooms.member(sub)).slice(0, -MAX_SOCKETS_PER_MEMBER)) {
      metrics.countRefused('too_many')
      oldest.disconnect(true)
    }
  }

  function onLimitExceeded(connection: SocketConnection, reason: LimitViolation): void {
    metrics.countRefused(reason)
    if (reason === 'too_slow') return
    const socket = [...io.sockets.sockets.values()].find(({ conn }) => conn === connection)
    const network = getClientNetwork(connection.request)
    const actor = socket?.data.claims.sub
    if (reason === 'too_fast') logSecurityEvent(log, { event: 'socket.closed_too_fast', actor, network })
    else logSecurityEvent(log, { event: 'socket.closed_hostile', reason, actor, network })
  }

  io.use(createAuthentication({ verifier, log, onRefused: () => metrics.countRefused('token') }))
  io.use(createPresenceRegistration(connectedMembers)) // before the client is connected and loads what it missed
  io.on('connection', onConnection)

  const server: AttachableServer = {
    registerMetrics: (registry) => metrics.register(registry, () => io.sockets.sockets.size),
    attach(httpServer) {
      io.attach(httpServer)
      httpServer.on('request', ({ url, socket }) => {
        if (url?.startsWith(io.path())) socket.setTimeout(SOCKET_IDLE_TIMEOUT_MS)
      })
      httpServer.on('upgrade', (_request, connection) => {
        webSocketConnections.add(connection)
        connection.once('close', () => webSocketConnections.delete(connection))
      })
      io.engine.on('connection', (connection: SocketConnection) => {
        limits.watch(connection, getClientNetwork(connection.request))
        gatherPackets(connection)
      })
    },
    async close() {
      isClosing = true
      endedSessions[Symbol.dispose]()
      await closeInBatches([...io.sockets.sockets.values()], ({ conn }) => destroyConnection(conn))
      io.engine.close()
      await io.of('/').adapter.close()
      for (const connection of webSocketConnections) connection.destroy() // clients that did not complete the closing handshake
    },
  }
  return { io, server }
}

/** Checks the `Origin` of a request. Behind the gateway, the requested host is in `X-Forwarded-Host`. */
function isAllowedOrigin(headers: NodeJS.Dict<string | string[]>, publicUrl: URL | undefined): boolean {
  const { origin, host, 'x-forwarded-host': forwardedHost, 'sec-fetch-site': fetchSite } = headers
  const request = {
    origin: origin?.toString(),
    host: (forwardedHost ?? host)?.toString(),
    fetchSite: fetchSite?.toString(),
  }
  return isSameOriginRequest(request, publicUrl)
}

/**
 * Gathers the packets of one turn of the event loop and writes them at once. A message is several packets for each member, and
 * every write costs a system call here and two in the gateway.
 */
export function gatherPackets(connection: SocketConnection): void {
  const { headers, socket } = connection.request

  connection.on('packetCreate', () => {
    const { transport } = connection
    if (transport.name !== 'websocket' || !transport.writable) return
    transport.writable = false // Engine.IO then keeps packets until the transport is ready
    setImmediate(() => {
      transport.writable = true
      transport.emit('ready')
    })
  })
  if (!headers.upgrade) return // began with polling: a WebSocket has another TCP connection
  connection.on('flush', () => socket.cork())
  connection.on('drain', () => socket.uncork())
}
