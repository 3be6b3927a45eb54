import { Agent } from 'node:http'
import { DomainError, type HttpListener, type Logger, sendError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { cleanResponseHeaders } from './response-headers.ts'
import { findRoute, type GatewayRoute, toUpstreamUrl, type UpstreamUrls } from './routes.ts'
import type { ChatInstances } from './sockets/chat-instances.ts'

/** The time until an upstream starts its response. */
const UPSTREAM_TIMEOUT_MS = 5_000
/** The longest silence during an upload or a response. */
const IDLE_TIMEOUT_MS = 30_000
/** An earlier connection error is retried: a kept-alive connection may close just when it is used. */
const MAX_FAST_FAILURE_MS = 1_000
const CONNECTION_ERROR_CODES = new Set<string | undefined>(['ECONNRESET', 'ECONNREFUSED'])

type UpstreamProxyDeps = {
  upstreams: UpstreamUrls
  chatInstances: ChatInstances
  listener: Pick<HttpListener, 'isClosing'>
  log: Logger
}

/** Creates the handler that forwards each request to the upstream of its route and streams in both directions. */
export function createUpstreamProxy({ upstreams, chatInstances, listener, log }: UpstreamProxyDeps): RequestHandler {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: 60_000 })

  function createProxy(target: string, timeoutMs: number): RequestHandler {
    const proxy = createProxyMiddleware<Request, Response>({
      target,
      agent,
      changeOrigin: true,
      proxyTimeout: timeoutMs,
      ejectPlugins: true, // the default plugins have their own log format and send the upstream's address to callers
      plugins: [
        (server) => {
          server.on('proxyRes', (upstreamResponse, _request, response) => {
            upstreamResponse.socket.setTimeout(IDLE_TIMEOUT_MS)
            cleanResponseHeaders(upstreamResponse.headers, {
              closesConnection: listener.isClosing || !response.shouldKeepAlive,
              keepsUpstreamPolicy: response.locals['keepsUpstreamPolicy'],
            })
          })
          server.on('error', (error, request, response) => onError(error, request as Request, response as Response))
          server.on('econnreset', () => undefined) // the caller disconnected
        },
      ],
    })

    function onError(error: Error & { code?: string }, request: Request, response: Response) {
      if (response.destroyed) return
      if (response.headersSent) return void response.destroy()
      for (const instance of chatInstances.all.filter(({ url }) => url === target)) {
        chatInstances.reportFailure(instance)
      }
      if (canRetry(error, request, response)) return response.locals['retry']()
      log.warn({ err: error, to: target }, 'no response from upstream')
      sendError(response, new DomainError('unavailable', { retryAfter: 2 }))
    }
    return (request, response, next) => void proxy(request, response, next)
  }

  const createProxies = (timeoutMs: number) => {
    const urls = [...Object.values(upstreams), ...chatInstances.all.map(({ url }) => url)]
    return new Map(urls.map((url) => [url, createProxy(url, timeoutMs)]))
  }
  const callProxies = createProxies(UPSTREAM_TIMEOUT_MS)
  const uploadProxies = createProxies(IDLE_TIMEOUT_MS)

  const pickUrl = (upstream: GatewayRoute['upstream']) =>
    upstream === 'chat' ? chatInstances.pick(undefined, false).url : upstreams[upstream]

  return (request, response, next) => {
    const [path = ''] = request.url.split('?', 1)
    const route = findRoute(path)
    const pickProxy = () => route && (route.isUpload ? uploadProxies : callProxies).get(pickUrl(route.upstream))
    const proxy = pickProxy()
    const isRefused = route?.upstream === 'frontends' && !isReadRequest(request)
    if (!route || !proxy || isRefused) return next(new DomainError('not_found'))
    request.url = toUpstreamUrl(request.url)
    response.locals['keepsUpstreamPolicy'] = route.keepsUpstreamPolicy
    response.locals['route'] = route.prefix
    response.locals['startedAt'] = performance.now()
    response.locals['retry'] = () => pickProxy()?.(request, response, next)
    proxy(request, response, next)
  }
}

const isReadRequest = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Returns true once for a read request without body whose connection failed at once. It goes to the next instance. */
function canRetry(error: { code?: string }, request: Request, { locals }: Response): boolean {
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
  const isFastFailure =
    CONNECTION_ERROR_CODES.has(error.code) && performance.now() - locals['startedAt'] < MAX_FAST_FAILURE_MS
  const canBeRepeated = isReadRequest(request) && !hasBody && isFastFailure && !locals['isRetry']
  locals['isRetry'] = true
  return canBeRepeated
}
