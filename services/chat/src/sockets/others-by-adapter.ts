import { setImmediate as breathe } from 'node:timers/promises'
import type { Hint } from '../hints/hint.ts'
import type { Others } from '../hints/others.ts'
import type { ChatServer, SocketAdapter } from './chat-server.ts'

const NAME = 'hints'

/** Reaches the Socket.IO servers of other instances by the adapter that joins them. */
export const othersByAdapter = (io: ChatServer, adapter: SocketAdapter): Others => ({
  async tell(hints) {
    io.serverSideEmit(NAME, hints)
    await breathe() // what else this turn brings goes together
  },
  async hear(onHints) {
    const listener = (hints: readonly Hint[]) => onHints(hints)
    io.of('/').on(NAME as never, listener as never)
    await adapter.joined()
    return { [Symbol.asyncDispose]: async () => void io.of('/').off(NAME as never, listener as never) }
  },
})
