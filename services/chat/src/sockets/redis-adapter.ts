import { inTime, type Logger } from '@meadow/service'
import { createRedis, readRedisUrl } from '@meadow/storage/redis'
import { createAdapter } from '@socket.io/redis-adapter'
import type { SocketAdapter } from './chat-server.ts'

type Client = ReturnType<typeof createRedis>

/** A connection that listens may be dead without saying so. */
const HEARTBEAT_MS = 10_000
const PATIENCE_MS = 500

/** Joins the Socket.IO servers of all instances through the Redis of `url`, which may be away: then they are alone. */
export async function openRedisAdapter(url: string, log: Logger): Promise<SocketAdapter & AsyncDisposable> {
  const { server, prefix } = readRedisUrl(url)
  const publishing = createRedis(server, { connectionName: 'meadow-sockets' })
  const listening = createRedis(server, { connectionName: 'meadow-sockets-listening', staysSubscribed: true })
  await publishing.connect().catch(() => {}) // it goes on trying
  const note = (error: unknown) => log.debug({ err: error }, 'other instances cannot be reached')
  const ask = async () => void (await listening.ping().catch(note))
  const heartbeat = setInterval(() => listening.status === 'ready' && void ask(), HEARTBEAT_MS).unref()
  return {
    create: createAdapter(caught(publishing, note), caught(listening, note), { key: `${prefix}sockets` }),
    joined: () => inTime(ask, PATIENCE_MS).catch(note), // it answers after what was asked before: to subscribe
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat)
      publishing.disconnect()
      listening.disconnect()
    },
  }
}

/** The adapter forgets the promises of what it asks: unless somebody waits for them, a failure would end the process. */
const caught = (client: Client, note: (error: unknown) => void): Client =>
  new Proxy(client, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      return (...given: unknown[]) => {
        const answer = Reflect.apply(own, target, given)
        if (answer instanceof Promise) answer.catch(note)
        return answer
      }
    },
  })
