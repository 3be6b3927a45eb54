import { MAX_POST_IDS_PER_REQUEST } from '@meadow/contracts/limits'
import type { RealtimeServer, RealtimeSocket } from './socket-types.ts'

/** Room names: sockets of a member, of a session, watchers of a post, and sockets that have never watched any post. */
export const rooms = {
  member: (id: string) => `member:${id}`,
  session: (sid: string) => `session:${sid}`,
  post: (id: string) => `post:${id}`,
  neverWatched: 'never-watched',
} as const

/** Returns the sockets of this instance that are in any of these rooms, each once. */
export function getLocalSockets(io: RealtimeServer, ...roomNames: string[]): RealtimeSocket[] {
  const { adapter, sockets } = io.sockets
  const ids = new Set(roomNames.flatMap((name) => [...(adapter.rooms.get(name) ?? [])]))
  return [...ids].map((id) => sockets.get(id)).filter((socket) => socket !== undefined)
}

/**
 * Subscribes the socket to these posts. A socket that watches posts receives pushes about watched posts only. Beyond
 * `MAX_POST_IDS_PER_REQUEST` the posts watched first are removed.
 */
export function watchPosts(socket: RealtimeSocket, postIds: readonly string[]): void {
  if (!socket.data.watchedPostIds) void socket.leave(rooms.neverWatched)
  socket.data.watchedPostIds ??= new Set()
  const { watchedPostIds } = socket.data
  for (const id of postIds) {
    watchedPostIds.delete(id)
    watchedPostIds.add(id)
    void socket.join(rooms.post(id))
  }
  unwatchPosts(socket, [...watchedPostIds].slice(0, -MAX_POST_IDS_PER_REQUEST))
}

export function unwatchPosts(socket: RealtimeSocket, postIds: readonly string[]): void {
  for (const id of postIds) {
    socket.data.watchedPostIds?.delete(id)
    void socket.leave(rooms.post(id))
  }
}
