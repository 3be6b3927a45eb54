import { Agent } from 'node:http'
import { DomainError, type HttpListener, type Logger, sendError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { cleanAnswer } from './answer-headers.ts'
import { findRoute, type Route, toUpstreamUrl, type Upstreams } from './routes.ts'
import type { Instances } from './sockets/instances.ts'

/** How long an upstream may take to begin its answer, and how long either side of an upload or answer may be silent. */
const PATIENCE = 5_000
const SILENCE = 30_000
const SUDDEN = 1_000
const SUDDEN_CODES = new Set<string | undefined>(['ECONNRESET', 'ECONNREFUSED'])

type Parts = { upstreams: Upstreams; chat: Instances; listener: Pick<HttpListener, 'isClosing'>; log: Logger }

/** Hands each request to the upstream of its route, streaming both ways; answers itself where there is none. */
export function forward({ upstreams, chat, listener, log }: Parts): RequestHandler {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: 60_000 })

  function proxyTo(target: string, timeout: number): RequestHandler {
    const proxy = createProxyMiddleware<Request, Response>({
      target,
      agent,
      changeOrigin: true,
      proxyTimeout: timeout,
      ejectPlugins: true, // they log in a way of their own, and tell callers the address of the upstream
      plugins: [
        (server) => {
          server.on('proxyRes', (answer, _request, response) => {
            answer.socket.setTimeout(SILENCE)
            const isLast = listener.isClosing || !response.shouldKeepAlive
            cleanAnswer(answer.headers, { isLast, ownPolicy: response.locals['ownPolicy'] })
          })
          server.on('error', (error, request, response) => onError(error, request as Request, response as Response))
          server.on('econnreset', () => undefined) // the caller left
        },
      ],
    })

    function onError(error: Error & { code?: string }, request: Request, response: Response) {
      if (response.destroyed) return
      if (response.headersSent) return void response.destroy()
      for (const instance of chat.all.filter(({ url }) => url === target)) chat.failed(instance)
      if (mayTryAgain(error, request, response)) return response.locals['again']()
      log.warn({ err: error, to: target }, 'no answer from upstream')
      sendError(response, new DomainError('unavailable', { retryAfter: 2 }))
    }
    return (request, response, next) => void proxy(request, response, next)
  }

  const toEach = (timeout: number) => (url: string) => [url, proxyTo(url, timeout)] as const
  const urls = [...Object.values(upstreams), ...chat.all.map(({ url }) => url)]
  const usual = new Map(urls.map(toEach(PATIENCE)))
  const uploads = new Map(urls.map(toEach(SILENCE)))
  const urlOf = (to: Route['to']) => (to === 'chat' ? chat.pick(undefined, false).url : upstreams[to])

  return (request, response, next) => {
    const [path = ''] = request.url.split('?', 1)
    const route = findRoute(path)
    const pick = () => route && (route.uploads ? uploads : usual).get(urlOf(route.to))
    const proxy = pick()
    if (!route || !proxy || (route.to === 'frontends' && !isRead(request))) return next(new DomainError('not_found'))
    request.url = toUpstreamUrl(request.url)
    response.locals['ownPolicy'] = route.ownPolicy
    response.locals['route'] = route.prefix
    response.locals['begun'] = performance.now()
    response.locals['again'] = () => pick()?.(request, response, next)
    proxy(request, response, next)
  }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/**
 * A connection that was kept may end just when it is used, and an instance may have gone: what changes nothing is then
 * tried once more, where the next request would go.
 */
function mayTryAgain(error: { code?: string }, request: Request, { locals }: Response): boolean {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
  const isSudden = SUDDEN_CODES.has(error.code) && performance.now() - locals['begun'] < SUDDEN
  const may = isRead(request) && !hasBody && isSudden && !locals['isAgain']
  locals['isAgain'] = true
  return may
}
