import { DomainError } from '@meadow/service'
import { Redis, type RedisOptions } from 'ioredis'
import { computeBackOffMs } from '../back-off.ts'

/** When a server that answers nothing counts as gone, in milliseconds. */
const REDIS_TIMEOUT_MS = 2_000

/** A connection that queues nothing: what cannot be sent now, or was not answered when it broke, fails. */
const CLIENT_OPTIONS: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: REDIS_TIMEOUT_MS,
  socketTimeout: REDIS_TIMEOUT_MS,
  reconnectOnError: ({ message }) => message.startsWith('READONLY'), // another server is the first now
}

type RedisClientOptions = Pick<RedisOptions, 'connectionName' | 'retryStrategy'> & {
  /** It listens: what it subscribes to waits for the connection, and is subscribed to again with each that follows. */
  isSubscriber?: boolean
}

const SUBSCRIBER_OPTIONS: RedisOptions = { autoResubscribe: true, enableOfflineQueue: true, maxRetriesPerRequest: null }

/** A client that connects when it is first used and, unless there is another strategy, again whenever that is lost. */
export function createRedisClient(
  server: RedisOptions,
  { isSubscriber: staysSubscribed = false, ...options }: RedisClientOptions,
): Redis {
  const again = { retryStrategy: (times: number) => computeBackOffMs(times - 1) }
  const stays = staysSubscribed ? SUBSCRIBER_OPTIONS : {}
  const client = new Redis({ ...server, ...CLIENT_OPTIONS, ...again, ...stays, ...options, replyMapping: 'legacy' })
  client.on('error', () => {}) // the command reports it
  return client
}

/** What Redis refuses because of how it does, not because of what it was asked. */
const UNAVAILABLE_REPLY_PATTERN = /^(?:LOADING|READONLY|OOM|BUSY|MASTERDOWN|NOREPLICAS|MISCONF)/

/** What failed in the product's language: an answer of Redis as it is, unless it says that it cannot work now; all else is an outage. */
export function toRedisError(error: unknown): unknown {
  const { name, message } = Object(error) as Partial<Error>
  if (name === 'ReplyError' && !UNAVAILABLE_REPLY_PATTERN.test(message ?? '')) return error
  return new DomainError('unavailable', { cause: error })
}
