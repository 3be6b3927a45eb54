import type { ChatServer, ChatSocket } from './chat-server.ts'

/** The sockets of a member, of a session, those that watch a post, and those that have never watched any. */
export const rooms = {
  member: (id: string) => `member:${id}`,
  session: (sid: string) => `session:${sid}`,
  post: (id: string) => `post:${id}`,
  neverWatched: 'never-watched',
} as const

/** The sockets of this instance that are in one of these rooms, each once. */
export function socketsIn(io: ChatServer, ...names: string[]): ChatSocket[] {
  const { adapter, sockets } = io.sockets
  const ids = new Set(names.flatMap((name) => [...(adapter.rooms.get(name) ?? [])]))
  return [...ids].map((id) => sockets.get(id)).filter((socket) => socket !== undefined)
}
