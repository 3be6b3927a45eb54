import { type Logger, withTimeout } from '@meadow/service'
import { createRedisClient, readRedisUrl } from '@meadow/storage/redis'
import { createAdapter } from '@socket.io/redis-adapter'
import type { SocketAdapter } from '../connections/socket-types.ts'

type RedisClient = ReturnType<typeof createRedisClient>

/** A dead subscriber connection shows no error by itself; a ping at this interval reveals it. */
const PING_INTERVAL_MS = 10_000
const SUBSCRIBE_TIMEOUT_MS = 500

/**
 * Opens the Socket.IO adapter that connects the servers of all instances through the Redis at `url`. While Redis is
 * unavailable, each instance reaches its own sockets only.
 */
export async function openRedisAdapter(url: string, log: Logger): Promise<SocketAdapter & AsyncDisposable> {
  const { server, prefix } = readRedisUrl(url)
  const publisher = createRedisClient(server, { connectionName: 'meadow-sockets' })
  const subscriber = createRedisClient(server, { connectionName: 'meadow-sockets-listening', isSubscriber: true })
  await publisher.connect().catch(() => {}) // the client reconnects by itself
  const logError = (error: unknown) => log.debug({ err: error }, 'peer instances cannot be reached')
  const ping = async () => void (await subscriber.ping().catch(logError))
  const pinging = setInterval(() => subscriber.status === 'ready' && void ping(), PING_INTERVAL_MS).unref()
  return {
    create: createAdapter(catchRejections(publisher, logError), catchRejections(subscriber, logError), {
      key: `${prefix}sockets`,
    }),
    // Redis answers a connection in order: the reply to the ping comes after the subscription.
    waitUntilSubscribed: () => withTimeout(ping, SUBSCRIBE_TIMEOUT_MS).catch(logError),
    async [Symbol.asyncDispose]() {
      clearInterval(pinging)
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/** Handles the rejections of a client whose promises the adapter ignores: unhandled, they would end the process. */
const catchRejections = (client: RedisClient, logError: (error: unknown) => void): RedisClient =>
  new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const result = Reflect.apply(member, target, args)
        if (result instanceof Promise) result.catch(logError)
        return result
      }
    },
  })
