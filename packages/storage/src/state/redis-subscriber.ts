import type { SubscriberConnection } from './channel-subscriber.ts'
import type { RedisAddress, RedisServer } from './redis-address.ts'
import { createRedisClient } from './redis-client.ts'

/** Picks a node of a cluster: each of them has all channels. A lost connection to one node is noticed. */
function pickNode({ clusterNodes, ...server }: RedisServer): RedisServer {
  return { ...server, ...clusterNodes?.[Math.floor(Math.random() * clusterNodes.length)] }
}

/** Opens a connection for subscriptions. It does not reconnect: see `lost`. @throws Error when Redis is away */
export async function openRedisSubscriber(
  { server, prefix }: RedisAddress,
  connectionName: string,
): Promise<SubscriberConnection> {
  const client = createRedisClient(pickNode(server), { connectionName, retryStrategy: null })
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
