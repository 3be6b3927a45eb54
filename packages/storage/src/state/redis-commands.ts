import { inTime, type Logger } from '@meadow/service'
import type { Redis } from 'ioredis'
import type { RedisAddress } from './redis-address.ts'
import { createRedis, toOutage } from './redis-client.ts'

const PATIENCE_MS = 500

export type RedisCommands = {
  client: Redis
  /** Asks within half a second. @throws unavailable at once while there is no connection */
  ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer>
}

/** The connection for commands: made when first asked, made again whenever it is lost. */
export function createRedisCommands({ server }: RedisAddress, connectionName: string, log?: Logger): RedisCommands {
  const client = createRedis(server, { connectionName })
  let first: Promise<unknown> | undefined
  let isAway = false
  client.on('ready', () => {
    isAway = false
  })
  client.on('error', (error) => {
    if (!isAway) log?.warn({ err: error }, 'the shared state is away')
    isAway = true
  })

  /** Settled once the first attempt to connect has ended, however it did. */
  const tried = () => {
    first ??= client.connect().catch(() => {})
    return first
  }

  return {
    client,
    async ask(question) {
      try {
        return await inTime(() => tried().then(() => question(client)), PATIENCE_MS)
      } catch (error) {
        throw toOutage(error)
      }
    },
  }
}
