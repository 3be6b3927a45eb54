import { MAX_POST_IDS_PER_REQUEST } from '@meadow/contracts/limits'
import { rooms } from '../push/push-delivery.ts'
import type { RealtimeSocket } from './socket-types.ts'

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
