import { DomainError } from '@meadow/service'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { computeBackOffMs } from '../back-off.ts'
import type { RedisNode, RedisServer } from './redis-address.ts'

/** A server that is silent for this time counts as away. */
const REDIS_TIMEOUT_MS = 2_000

/** No queue: a command fails if it cannot be sent now, or if the connection breaks before its reply. */
const CLIENT_OPTIONS: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: REDIS_TIMEOUT_MS,
  socketTimeout: REDIS_TIMEOUT_MS,
  reconnectOnError: ({ message }) => message.startsWith('READONLY'), // after a fail-over: connect to the new primary
}

type RedisClientOptions = Pick<RedisOptions, 'connectionName' | 'retryStrategy'> & {
  /** Queues subscriptions until the connection is ready, and repeats them after a reconnection. */
  isSubscriber?: boolean
}

const SUBSCRIBER_OPTIONS: RedisOptions = { autoResubscribe: true, enableOfflineQueue: true, maxRetriesPerRequest: null }

/** Creates a client that connects at its first use, and reconnects with a back-off unless `retryStrategy` is set. */
export function createRedisClient(
  { clusterNodes, ...server }: RedisServer,
  { isSubscriber = false, ...options }: RedisClientOptions,
): Redis {
  const reconnect = { retryStrategy: (times: number) => computeBackOffMs(times - 1) }
  const subscriberOptions = isSubscriber ? SUBSCRIBER_OPTIONS : {}
  const all = { ...server, ...CLIENT_OPTIONS, ...reconnect, ...subscriberOptions, ...options }
  const client = clusterNodes ? createClusterClient(clusterNodes, all) : new Redis({ ...all, replyMapping: 'legacy' })
  client.on('error', () => {}) // the command reports the error
  return client
}

/** Creates a client of a cluster. It has the methods of `Redis`; a command with several keys needs them in one slot. */
function createClusterClient(nodes: RedisNode[], options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const { retryStrategy, enableOfflineQueue = false, ...redisOptions } = options
  const cluster = new Cluster(nodes, {
    redisOptions: { ...redisOptions, replyMapping: 'legacy' },
    lazyConnect: true,
    enableOfflineQueue,
    slotsRefreshTimeout: REDIS_TIMEOUT_MS,
    clusterRetryStrategy: retryStrategy ?? computeBackOffMs,
    dnsLookup: (address, callback) => callback(null, address), // certificates are for names, not for addresses
  })
  return cluster as unknown as Redis
}

/** Replies that come from the state of the server, not from the command. */
const UNAVAILABLE_REPLY_PATTERN = /^(?:LOADING|READONLY|OOM|BUSY|MASTERDOWN|NOREPLICAS|MISCONF)/

/** Converts an error of the client: an error reply stays as it is, unless the server cannot work now; all others become `unavailable`. */
export function toRedisError(error: unknown): unknown {
  const { name, message } = Object(error) as Partial<Error>
  if (name === 'ReplyError' && !UNAVAILABLE_REPLY_PATTERN.test(message ?? '')) return error
  return new DomainError('unavailable', { cause: error })
}
