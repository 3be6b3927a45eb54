import { Agent, type ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { closeInBatches, DomainError, type Logger, sendError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { cleanAnswer } from '../answer-headers.ts'
import type { Instance, Instances } from './instances.ts'
import { SOCKETS_PATH, takeUpgrade } from './upgrades.ts'

/** How long (ms) an upgrade may take, and how long nothing may be said: both sides see to it every 25 s. */
const UPGRADE = 5_000
const SILENCE = 60_000

type Parts = { instances: Instances; log: Logger }

export type SocketProxy = {
  handle: RequestHandler
  /** Lets all connections go; their clients come back, here or at another gateway. */
  close(): Promise<void>
}

/** Connects sockets and what is polled instead with an instance of the chat. */
export function proxySockets({ instances, log }: Parts): SocketProxy {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 })
  const held = new Set<{ destroy(): unknown }>() // websockets, and answers that are waited for
  let isClosing = false

  const hold = (one: (Socket | Response) & { destroy(): unknown }) => {
    held.add(one)
    one.once('close', () => held.delete(one))
  }

  /** What ends on one side ends on the other, when it has got all. */
  function join(caller: Socket, upstream: Socket): void {
    hold(caller)
    caller.setTimeout(SILENCE, () => caller.destroy())
    caller.once('close', () => upstream.destroySoon())
    upstream.once('close', () => caller.destroySoon())
    log.info({ path: SOCKETS_PATH, status: 101 }, 'upgraded')
  }

  function proxyTo(instance: Instance) {
    function onError(error: Error, answer: Response | Socket) {
      if (answer.destroyed) return
      instances.failed(instance)
      log.warn({ err: error, to: instance.url }, 'no answer from upstream')
      if ('headersSent' in answer && !answer.headersSent) {
        sendError(answer, new DomainError('unavailable', { retryAfter: 2 }))
      } else answer.destroy()
    }

    return createProxyMiddleware<Request, Response>({
      target: instance.url,
      agent,
      changeOrigin: true,
      proxyTimeout: SILENCE,
      upgradeTimeout: UPGRADE,
      ejectPlugins: true,
      plugins: [
        (server) => {
          server.on('proxyRes', (answer, request, response) => {
            cleanAnswer(answer.headers, { isLast: isClosing || !response.shouldKeepAlive })
            const cookie = isBound(request) ? undefined : instances.cookieFor(instance)
            if (cookie) answer.headers['set-cookie'] = [cookie]
          })
          server.on('proxyReqWs', (asked: ClientRequest, _request, caller) => {
            asked.once('upgrade', (_answer, upstream) => join(caller as Socket, upstream))
          })
          server.on('error', (error, _request, answer) => onError(error, answer as Response | Socket))
          server.on('econnreset', () => undefined) // the caller left
        },
      ],
    })
  }

  const proxies = new Map(instances.all.map((instance) => [instance, proxyTo(instance)]))

  return {
    handle(request, response, next) {
      if (request.path !== SOCKETS_PATH) return next()
      if (isClosing) return next(new DomainError('unavailable', { retryAfter: 2 }))
      const proxy = proxies.get(instances.pick(request.headers.cookie, isBound(request)))
      if (!proxy) return next(new DomainError('not_found'))
      const upgrade = takeUpgrade(request, response)
      if (upgrade) {
        Object.assign(request.headers, { connection: 'Upgrade', upgrade: 'websocket' })
        return proxy.upgrade(request, upgrade.socket, upgrade.head)
      }
      response.locals['route'] = '/socket.io'
      hold(response)
      void proxy(request, response, next)
    },
    async close() {
      isClosing = true
      await closeInBatches([...held], (one) => one.destroy())
    },
  }
}

/** Whether the request belongs to a connection that is there. */
const isBound = ({ url = '' }: { url?: string | undefined }): boolean => /[?&]sid=/.test(url)
