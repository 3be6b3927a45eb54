// Connects sockets that watch a post, and counts what they receive. Started by post-watchers.ts.
import type { ServerToClientEvents } from '@meadow/contracts'
import { connectSocketClients, type SocketAuth, type SocketClients } from './socket-clients.ts'
import { serveWorkerRequests } from './worker-process.ts'

const CONNECT_CONCURRENCY = 32
const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000

export type WatchRequest =
  | { type: 'connect'; url: string; postId: string; auths: readonly SocketAuth[] }
  | { type: 'read' }
/** The `postUpdated` packets that a socket has received, and the newest revision of the post in them with its number of likes. */
export type WatchedUpdates = { packets: number; rev: number; likesCount: number }

type ConnectRequest = Extract<WatchRequest, { type: 'connect' }>

let clients: SocketClients | undefined
const updates: WatchedUpdates[] = []

async function connect({ url, postId, auths }: ConnectRequest): Promise<void> {
  const connected = await connectSocketClients({ url, auths, concurrency: CONNECT_CONCURRENCY })
  clients = connected
  for (const socket of connected.sockets) {
    const watched: WatchedUpdates = { packets: 0, rev: 0, likesCount: 0 }
    updates.push(watched)
    socket.on('postUpdated', ({ rev, likesCount }: ServerToClientEvents['postUpdated']) => {
      watched.packets += 1
      if (rev > watched.rev) Object.assign(watched, { rev, likesCount })
    })
    const { ok } = await socket.timeout(ACKNOWLEDGEMENT_TIMEOUT_MS).emitWithAck('watch', { postIds: [postId] })
    if (!ok) throw new Error('A socket may not watch the post')
  }
}

serveWorkerRequests<WatchRequest>(async (request) => {
  if (request.type === 'connect') return connect(request).then(() => 'connected')
  clients?.assertConnected()
  const received = updates.map((watched) => ({ ...watched }))
  for (const watched of updates) watched.packets = 0
  return received
})
