import { type Logger, withTimeout } from '@meadow/service'
import type { Redis } from 'ioredis'
import type { RedisAddress } from './redis-address.ts'
import { createRedisClient, toRedisError } from './redis-client.ts'

const COMMAND_TIMEOUT_MS = 500

export type RedisCommandRunner = {
  client: Redis
  /** Runs a command with a time-out of half a second. @throws unavailable, at once while there is no connection */
  run<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply>
}

/** Creates the connection for commands. It connects at the first command and reconnects after a loss. */
export function createRedisCommandRunner(
  { server }: RedisAddress,
  connectionName: string,
  log?: Logger,
): RedisCommandRunner {
  const client = createRedisClient(server, { connectionName })
  let connecting: Promise<unknown> | undefined
  let isAway = false
  client.on('ready', () => {
    isAway = false
  })
  client.on('error', (error) => {
    if (!isAway) log?.warn({ err: error }, 'the shared state is away')
    isAway = true
  })

  /** Waits for the end of the first attempt to connect. Never rejects. */
  const connectOnce = () => {
    connecting ??= client.connect().catch(() => {})
    return connecting
  }

  return {
    client,
    async run(command) {
      try {
        return await withTimeout(() => connectOnce().then(() => command(client)), COMMAND_TIMEOUT_MS)
      } catch (error) {
        throw toRedisError(error)
      }
    },
  }
}
