import { type Logger, withTimeout } from '@meadow/service'
import type { Redis } from 'ioredis'
import type { RedisAddress } from './redis-address.ts'
import { createRedisClient, toRedisError } from './redis-client.ts'

const COMMAND_TIMEOUT_MS = 500

export type RedisCommandRunner = {
  client: Redis
  /** Asks within half a second. @throws unavailable at once while there is no connection */
  run<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer>
}

/** The connection for commands: made when first asked, made again whenever it is lost. */
export function createRedisCommandRunner(
  { server }: RedisAddress,
  connectionName: string,
  log?: Logger,
): RedisCommandRunner {
  const client = createRedisClient(server, { connectionName })
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
  const firstConnection = () => {
    first ??= client.connect().catch(() => {})
    return first
  }

  return {
    client,
    async run(question) {
      try {
        return await withTimeout(() => firstConnection().then(() => question(client)), COMMAND_TIMEOUT_MS)
      } catch (error) {
        throw toRedisError(error)
      }
    },
  }
}
