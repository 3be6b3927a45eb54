import { setTimeout as delay } from 'node:timers/promises'
import type { ChatServer } from './chat-server.ts'
import { cut } from './guard.ts'

const GROUP_MIN = 50
const GROUPS_MAX = 20
const BETWEEN_MS = 100

/**
 * Closes all sockets in small groups, at most 2 s in all, so that they do not come back in the same moment; each then
 * waits a random time of its own, as for any connection that was lost.
 */
export async function closeGently(io: ChatServer): Promise<void> {
  const all = [...io.sockets.sockets.values()]
  const size = Math.max(GROUP_MIN, Math.ceil(all.length / GROUPS_MAX))
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await delay(BETWEEN_MS)
    for (const { conn } of all.slice(from, from + size)) cut(conn)
  }
  io.engine.close()
}
