import { connect, type LookupFunction, type Socket } from 'node:net'
import { type buildConnector, Pool } from 'undici'
import type { Instance } from '../instances/instances.ts'

/**
 * Shorter than the default of `DRAIN_SECONDS`, in which a service that stops still accepts requests: it ends each connection with
 * a response, or the gateway closes it as idle, before the service does. So no request is sent on a connection that just closes.
 */
export const IDLE_CONNECTION_TIMEOUT_MS = 4_000
const CONNECT_TIMEOUT_MS = 1_000

/** Returns the pool of connections to an instance. */
export type GetUpstreamPool = (instance: Instance) => Pool

/**
 * Creates the pools. A request gets a connection only when it is established. If connecting fails, no byte of the request has
 * been sent, so every request can be repeated.
 */
export function createUpstreamPools(): GetUpstreamPool {
  const pools = new WeakMap<Instance, Pool>()
  const connector = createConnector()
  return (instance) => {
    const existing = pools.get(instance)
    if (existing) return existing
    const pool = new Pool(instance.url, {
      connect: connector,
      keepAliveTimeout: IDLE_CONNECTION_TIMEOUT_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_TIMEOUT_MS, // also if the service would keep it longer
    })
    pools.set(instance, pool)
    return pool
  }
}

/** Creates the function that connects to an instance. undici's own one checks its time-out only every half second. */
export function createConnector({
  timeoutMs = CONNECT_TIMEOUT_MS,
  lookup,
}: {
  timeoutMs?: number
  lookup?: LookupFunction
} = {}): buildConnector.connector {
  return ({ hostname, port }, callback) => {
    const socket: Socket = connect({
      host: hostname,
      port: Number(port || 80),
      noDelay: true,
      ...(lookup && { lookup }),
    })
    const onTimeout = () => socket.connecting && socket.destroy(new Error('the connection was not accepted'))
    const timer = setTimeout(() => setImmediate(onTimeout), timeoutMs) // an event that has arrived comes first
    const onConnectError = (error: Error) => {
      clearTimeout(timer)
      callback(error, null)
    }
    socket.once('error', onConnectError)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', onConnectError)
      callback(null, socket)
    })
  }
}
