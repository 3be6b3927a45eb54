import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RealtimeServer, SocketAdapter } from '../connections/socket-types.ts'
import type { PeerChannels } from './peer-channels.ts'
import type { SocketPush } from './push-bus.ts'

const EVENT_NAME = 'pushes'

/**
 * Reaches all peer instances by `serverSideEmit` of Socket.IO, through the Redis adapter that connects their servers, and a
 * single one through the channels of the shared state.
 */
export const createRedisChannels = (
  io: RealtimeServer,
  adapter: SocketAdapter,
  channels: PeerChannels,
): PeerChannels => ({
  ...channels,
  async publishToAll(pushes) {
    io.serverSideEmit(EVENT_NAME, pushes)
    await nextTurn() // pushes of the same turn of the event loop join the next batch
  },
  async subscribe(onPushes) {
    const listener = (pushes: readonly SocketPush[]) => onPushes(pushes)
    io.of('/').on(EVENT_NAME as never, listener as never)
    await adapter.waitUntilSubscribed()
    const subscription = await channels.subscribe(onPushes)
    return {
      async [Symbol.asyncDispose]() {
        io.of('/').off(EVENT_NAME as never, listener as never)
        await subscription[Symbol.asyncDispose]()
      },
    }
  },
})
