import type { Duplex } from 'node:stream'
import { inGroups, isFromOurPages, type Logger, type Sockets, type Verifier } from '@meadow/service'
import { Server } from 'socket.io'
import type { Hint } from '../hints/hint.ts'
import type { Others } from '../hints/others.ts'
import type { Relations } from '../members/relations.ts'
import type { Here } from '../presence/here.ts'
import type { Typing } from '../typing/typing.ts'
import { admit } from './admit.ts'
import type { ChatServer, ChatSocket, SocketAdapter } from './chat-server.ts'
import { createDelivery, type Received } from './deliver.ts'
import { cut, guard } from './guard.ts'
import { createMeter } from './meter.ts'
import { othersByAdapter } from './others-by-adapter.ts'
import { rooms, socketsIn } from './rooms.ts'
import { answer, type Said } from './said.ts'
import { endSession, endWithToken, renew } from './session.ts'
import { unwatch, watch } from './watch.ts'

export type SocketParts = {
  verifier: Verifier
  /** Tells of each session that ends. */
  onEnded: (listener: (sid: string) => void) => Disposable
  relations: Relations
  here: Here
  typing: Typing
  received: Received
  /** Joins it with those of other instances, where the engine of the shared state can. */
  adapter?: SocketAdapter
  /** What the outside sees; undefined: any address of this machine or its network. */
  publicUrl: URL | undefined
  /** How long (ms) a connection may take to bring its token; 10 s unless tests hurry. */
  connectTimeout?: number
  log: Logger
  now: () => Date
}

const CONNECT_MS = 10_000
/** What one frame or polled body may have in bytes. */
const FRAME_MAX = 64 * 1024
const SOCKETS_OF_A_MEMBER = 20

export type SocketServer = Sockets & {
  deliver(hint: Hint): Promise<void>
  /** Those that the adapter joins it with. */
  others?: Others
}

/** The one Socket.IO server: who may connect, what is heard, and who is told. Serves nothing before it is attached. */
export function createSocketServer(parts: SocketParts): SocketServer {
  const { verifier, log, now, adapter } = parts
  const io: ChatServer = new Server({
    path: '/socket.io',
    serveClient: false,
    connectTimeout: parts.connectTimeout ?? CONNECT_MS,
    maxHttpBufferSize: FRAME_MAX,
    perMessageDeflate: false,
    ...(adapter && { adapter: adapter.create }),
    allowRequest: (request, decide) => {
      const isAllowed = isOurs(request.headers, parts.publicUrl)
      if (!isAllowed) meter.refused('origin')
      decide(isClosing ? 'unavailable' : isAllowed ? null : 'origin_not_allowed', isAllowed && !isClosing)
    },
  })
  const meter = createMeter(() => io.sockets.sockets.size)
  const listening = parts.onEnded((sid) => {
    for (const socket of socketsIn(io, rooms.session(sid))) endSession(socket, 'token_invalid')
  })
  const upgraded = new Set<Duplex>()
  let isClosing = false

  const said: Said = {
    authenticate: async (socket, { token }) => renew(socket, await verifier.verify(token)),
    join: ({ data }, id) => {
      if (id !== data.claims.sub) log.warn({ member: data.claims.sub }, "a socket asked for somebody else's room")
    },
    watch: (socket, { postIds }) => watch(socket, postIds),
    unwatch: (socket, { postIds }) => unwatch(socket, postIds),
    typing: ({ data }, { recipientId }) => parts.typing(data.claims.sub, recipientId),
  }

  function welcome(socket: ChatSocket): void {
    const { sub, sid } = socket.data.claims
    socket.on('error', () => meter.refused('malformed')) // its connection ends by itself
    answer(socket, said, { log, refused: meter.refused })
    void socket.join([rooms.member(sub), rooms.session(sid), rooms.neverWatched])
    endWithToken(socket, now)
    parts.here.came(sub)
    socket.once('disconnect', () => parts.here.went(sub))
    for (const oldest of socketsIn(io, rooms.member(sub)).slice(0, -SOCKETS_OF_A_MEMBER)) {
      meter.refused('too_many')
      oldest.disconnect(true)
    }
  }

  io.use(admit({ verifier, log, refused: () => meter.refused('token') }))
  io.on('connection', welcome)

  return {
    deliver: createDelivery({ ...parts, io, sent: meter.sent }),
    ...(adapter && { others: othersByAdapter(io, adapter) }),
    measure: meter.measure,
    attach(server) {
      io.attach(server)
      server.on('upgrade', (_request, connection) => {
        upgraded.add(connection)
        connection.once('close', () => upgraded.delete(connection))
      })
      io.engine.on('connection', (connection: ChatSocket['conn']) => guard(connection, meter.refused))
    },
    async close() {
      isClosing = true
      listening[Symbol.dispose]()
      await inGroups([...io.sockets.sockets.values()], ({ conn }) => cut(conn))
      io.engine.close()
      await io.of('/').adapter.close()
      for (const connection of upgraded) connection.destroy() // who has not answered by now
    },
  }
}

/** The gateway says which host was asked for. */
function isOurs(headers: NodeJS.Dict<string | string[]>, publicUrl: URL | undefined): boolean {
  const { origin, host, 'x-forwarded-host': forwarded, 'sec-fetch-site': fetchSite } = headers
  const asked = { origin: origin?.toString(), host: (forwarded ?? host)?.toString(), fetchSite: fetchSite?.toString() }
  return isFromOurPages(asked, publicUrl)
}
