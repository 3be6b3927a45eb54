import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RealtimeServer, SocketAdapter } from '../connections/socket-types.ts'
import type { PeerInstances, SocketPush } from './push-bus.ts'

const EVENT_NAME = 'pushes'

/** Reaches the peer instances by `serverSideEmit` of Socket.IO, through the Redis adapter that connects their servers. */
export const createRedisFanOut = (io: RealtimeServer, adapter: SocketAdapter): PeerInstances => ({
  mayExist: () => true,
  async publish(pushes) {
    io.serverSideEmit(EVENT_NAME, pushes)
    await nextTurn() // pushes of the same turn of the event loop join the next batch
  },
  async subscribe(onPushes) {
    const listener = (pushes: readonly SocketPush[]) => onPushes(pushes)
    io.of('/').on(EVENT_NAME as never, listener as never)
    await adapter.waitUntilSubscribed()
    return { [Symbol.asyncDispose]: async () => void io.of('/').off(EVENT_NAME as never, listener as never) }
  },
})
