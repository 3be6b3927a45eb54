import { Agent, type ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { SOCKET_IDLE_TIMEOUT_MS } from '@meadow/contracts'
import { closeInBatches, DomainError, type Logger, sendError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Instance } from '../instances/instances.ts'
import { cleanResponseHeaders } from '../proxied-headers.ts'
import type { ChatInstances } from './chat-instances.ts'
import { hasSessionId, SOCKETS_PATH, takePendingUpgrade } from './upgrades.ts'

const UPGRADE_TIMEOUT_MS = 5_000

type SocketProxyDeps = { chatInstances: ChatInstances; log: Logger }

export type SocketProxy = {
  handle: RequestHandler
  /** Closes all connections. Clients reconnect, here or at another gateway. */
  close(): Promise<void>
}

/** Creates the proxy of WebSocket and long-polling connections to the chat instances. */
export function createSocketProxy({ chatInstances, log }: SocketProxyDeps): SocketProxy {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 })
  const openConnections = new Set<{ destroy(): unknown }>() // websockets, and responses of waiting polls
  let isClosing = false

  const trackConnection = (connection: (Socket | Response) & { destroy(): unknown }) => {
    openConnections.add(connection)
    connection.once('close', () => openConnections.delete(connection))
  }

  /** Closes each side after the other one has closed and its data is sent. */
  function linkSockets(caller: Socket, upstream: Socket): void {
    trackConnection(caller)
    caller.setTimeout(SOCKET_IDLE_TIMEOUT_MS, () => caller.destroy())
    caller.once('close', () => upstream.destroySoon())
    upstream.once('close', () => caller.destroySoon())
    log.info({ path: SOCKETS_PATH, status: 101 }, 'upgraded')
  }

  function createProxy(instance: Instance) {
    function onError(error: Error, target: Response | Socket) {
      if (target.destroyed) return
      chatInstances.reportFailure(instance)
      log.warn({ err: error, to: instance.url }, 'no response from upstream')
      if ('headersSent' in target && !target.headersSent) {
        sendError(target, new DomainError('unavailable', { retryAfter: 2 }))
      } else target.destroy()
    }

    return createProxyMiddleware<Request, Response>({
      target: instance.url,
      agent,
      changeOrigin: true,
      proxyTimeout: SOCKET_IDLE_TIMEOUT_MS,
      upgradeTimeout: UPGRADE_TIMEOUT_MS,
      ejectPlugins: true,
      plugins: [
        (server) => {
          server.on('proxyRes', (upstreamResponse, request, response) => {
            const closesConnection = isClosing || !response.shouldKeepAlive
            upstreamResponse.headers = cleanResponseHeaders(upstreamResponse.headers, { closesConnection })
            const cookie = hasSessionId(request) ? undefined : chatInstances.createCookie(instance)
            if (cookie) upstreamResponse.headers['set-cookie'] = [cookie]
          })
          server.on('proxyReqWs', (upstreamRequest: ClientRequest, _request, caller) => {
            upstreamRequest.once('upgrade', (_response, upstream) => linkSockets(caller as Socket, upstream))
          })
          server.on('error', (error, _request, target) => onError(error, target as Response | Socket))
          server.on('econnreset', () => undefined) // the caller disconnected
        },
      ],
    })
  }

  const proxies = new WeakMap<Instance, ReturnType<typeof createProxy>>()

  function getProxy(instance: Instance) {
    const proxy = proxies.get(instance) ?? createProxy(instance)
    proxies.set(instance, proxy)
    return proxy
  }

  return {
    handle(request, response, next) {
      if (request.path !== SOCKETS_PATH) return next()
      if (isClosing) return next(new DomainError('unavailable', { retryAfter: 2 }))
      const proxy = getProxy(chatInstances.pick(request.headers.cookie, hasSessionId(request)))
      const upgrade = takePendingUpgrade(request, response)
      if (upgrade) {
        Object.assign(request.headers, { connection: 'Upgrade', upgrade: 'websocket' })
        return proxy.upgrade(request, upgrade.socket, upgrade.head)
      }
      response.locals['route'] = '/socket.io'
      trackConnection(response)
      request.socket.setTimeout(SOCKET_IDLE_TIMEOUT_MS) // until the response, then Node sets that of the listener again
      void proxy(request, response, next)
    },
    async close() {
      isClosing = true
      await closeInBatches([...openConnections], (connection) => connection.destroy())
    },
  }
}
