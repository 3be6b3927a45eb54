import { POSTS_AT_ONCE } from '@meadow/contracts/limits'
import type { ChatSocket } from './chat-server.ts'
import { rooms } from './rooms.ts'

/** From now on the socket hears of these posts, and of no others but those it watches. Beyond 50 the first make way. */
export function watch(socket: ChatSocket, postIds: readonly string[]): void {
  if (!socket.data.watched) void socket.leave(rooms.neverWatched)
  socket.data.watched ??= new Set()
  const { watched } = socket.data
  for (const id of postIds) {
    watched.delete(id)
    watched.add(id)
    void socket.join(rooms.post(id))
  }
  unwatch(socket, [...watched].slice(0, -POSTS_AT_ONCE))
}

export function unwatch(socket: ChatSocket, postIds: readonly string[]): void {
  for (const id of postIds) {
    socket.data.watched?.delete(id)
    void socket.leave(rooms.post(id))
  }
}
