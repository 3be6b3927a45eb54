import type { SubscriberConnection } from './channel-subscriber.ts'
import type { RedisAddress } from './redis-address.ts'
import { createRedisClient } from './redis-client.ts'

/** Opens a connection for subscriptions. It does not reconnect: see `lost`. @throws Error when Redis is away */
export async function openRedisSubscriber(
  { server, prefix }: RedisAddress,
  connectionName: string,
): Promise<SubscriberConnection> {
  const client = createRedisClient(server, { connectionName, retryStrategy: null })
  const lost = new AbortController()
  const onMessage = new Map<string, (payload: string) => void>()
  client.on('end', () => lost.abort())
  client.on('message', (channel: string, payload: string) => onMessage.get(channel)?.(payload))
  await client.connect()

  return {
    lost: lost.signal,
    async subscribe(channel, callback) {
      onMessage.set(prefix + channel, callback)
      await client.subscribe(prefix + channel)
    },
    async unsubscribe(channel) {
      onMessage.delete(prefix + channel)
      await client.unsubscribe(prefix + channel)
    },
    ping: () => client.ping(),
    async [Symbol.asyncDispose]() {
      client.disconnect()
    },
  }
}
