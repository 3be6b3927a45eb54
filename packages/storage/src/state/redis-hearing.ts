import type { Hearing } from './listener.ts'
import type { RedisAddress } from './redis-address.ts'
import { createRedis } from './redis-client.ts'

/** Connects to hear channels, once: whoever opens it connects again. @throws when Redis is away */
export async function openRedisHearing({ server, prefix }: RedisAddress, connectionName: string): Promise<Hearing> {
  const client = createRedis(server, { connectionName, retryStrategy: null })
  const gone = new AbortController()
  const onMessage = new Map<string, (payload: string) => void>()
  client.on('end', () => gone.abort())
  client.on('message', (channel: string, payload: string) => onMessage.get(channel)?.(payload))
  await client.connect()

  return {
    lost: gone.signal,
    async listen(channel, callback) {
      onMessage.set(prefix + channel, callback)
      await client.subscribe(prefix + channel)
    },
    async unlisten(channel) {
      onMessage.delete(prefix + channel)
      await client.unsubscribe(prefix + channel)
    },
    check: () => client.ping(),
    async [Symbol.asyncDispose]() {
      client.disconnect()
    },
  }
}
