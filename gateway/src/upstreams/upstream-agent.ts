import { Agent } from 'node:http'
import { connect, type NetConnectOpts } from 'node:net'

/**
 * Shorter than the default of `DRAIN_SECONDS`: a service that stops has ended each connection with a response, or the
 * gateway has closed it as idle, before the service closes it. So no write is sent on a connection that just closes.
 */
export const FREE_SOCKET_TIMEOUT_MS = 4_000
const CONNECT_TIMEOUT_MS = 1_000

/**
 * Creates an agent that gives a connection to a request only when it is established. If that fails, no byte of the request
 * has been read or sent, so every request can be repeated.
 */
export function createUpstreamAgent(connectTimeoutMs = CONNECT_TIMEOUT_MS): Agent {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: FREE_SOCKET_TIMEOUT_MS })
  agent.createConnection = (options, onConnection = () => undefined) => {
    const socket = connect(options as NetConnectOpts)
    const onTimeout = () => socket.connecting && socket.destroy(new Error('the connection was not accepted'))
    const timer = setTimeout(() => setImmediate(onTimeout), connectTimeoutMs) // an event that has arrived comes first
    socket.once('connect', () => {
      clearTimeout(timer)
      onConnection(null, socket)
    })
    socket.once('error', (error) => {
      clearTimeout(timer)
      onConnection(error, socket)
    })
    return undefined
  }
  return agent
}
