import type { ClientRequest, IncomingMessage } from 'node:http'
import { DomainError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { mayHaveInstances } from '../instances/address-lookup.ts'
import type { Instance } from '../instances/instances.ts'
import { isReadRequest } from '../request-method.ts'
import { cleanResponseHeaders, trimScriptHeaders } from '../response-headers.ts'
import { findRoute, toUpstreamUrl } from '../routes.ts'
import { getForwardedRequest, setForwardedRequest } from './forwarded-request.ts'
import { isHashedFile } from './hashed-file.ts'
import { createRepeatableRequestReader, createRequestCopy } from './repeatable-request.ts'
import { createRetries, type RetryDeps } from './retries.ts'
import { mayBeCompressed, sendCompressed, sendUnchanged } from './send-response.ts'
import { createUpstreamAgent } from './upstream-agent.ts'
import type { Upstreams } from './upstreams.ts'

/** The time until an upstream starts its response. */
const UPSTREAM_TIMEOUT_MS = 5_000
/** The longest silence during an upload or a response. */
const IDLE_TIMEOUT_MS = 30_000

type UpstreamProxyDeps = RetryDeps & { upstreams: Upstreams; isDraining: () => boolean }

/** `read`: a call whose response may be compressed. `file`: another instance is asked if one does not have the file. */
type RequestKind = 'call' | 'read' | 'upload' | 'file'

/** Creates the handler that forwards each request to the upstream of its route and streams in both directions. */
export function createUpstreamProxy(deps: UpstreamProxyDeps): RequestHandler {
  const { upstreams, isDraining } = deps
  const agent = createUpstreamAgent()
  const readRepeatableRequest = createRepeatableRequestReader()
  const retries = createRetries(deps)

  function createProxy(instance: Instance, kind: RequestKind): RequestHandler {
    const proxy = createProxyMiddleware<Request, Response>({
      target: instance.url,
      agent,
      changeOrigin: true,
      proxyTimeout: kind === 'upload' ? IDLE_TIMEOUT_MS : UPSTREAM_TIMEOUT_MS,
      selfHandleResponse: kind === 'file' || kind === 'read',
      ejectPlugins: true, // the default plugins have their own log format and send the upstream's address to callers
      plugins: [
        (server) => {
          server.on('proxyReq', (upstreamRequest: ClientRequest, _request, response) => {
            retries.onConnected(response)
            upstreamRequest.once('timeout', () => {
              getForwardedRequest(response).isTimeout = true
            })
          })
          server.on('proxyRes', (upstreamResponse: IncomingMessage, request, response) => {
            const [path = ''] = (request.url ?? '').split('?', 1)
            const { route } = getForwardedRequest(response)
            upstreamResponse.socket.setTimeout(IDLE_TIMEOUT_MS)
            cleanResponseHeaders(upstreamResponse, {
              closesConnection: isDraining() || !response.shouldKeepAlive,
              keepsUpstreamPolicy: route.keepsUpstreamPolicy,
            })
            if (route.upstream === 'frontends') trimScriptHeaders(path, upstreamResponse, response)
            if (kind === 'file') void sendFile(upstreamResponse, response)
            if (kind === 'read') sendCompressed(upstreamResponse, response as Response)
          })
          server.on('error', (error, _request, response) => void retries.onError(error, response as Response))
          server.on('econnreset', () => undefined) // the caller disconnected
        },
      ],
    })
    return (request, response, next) => void proxy(request, response, next)
  }

  async function sendFile(upstreamResponse: IncomingMessage, response: Response): Promise<void> {
    if (upstreamResponse.statusCode === 404 && (await retries.askOtherInstance(response))) upstreamResponse.resume()
    else sendUnchanged(upstreamResponse, response)
  }

  const proxies = {
    call: new WeakMap<Instance, RequestHandler>(),
    read: new WeakMap<Instance, RequestHandler>(),
    upload: new WeakMap<Instance, RequestHandler>(),
    file: new WeakMap<Instance, RequestHandler>(),
  }

  function getProxy(instance: Instance, kind: RequestKind): RequestHandler {
    const proxy = proxies[kind].get(instance) ?? createProxy(instance, kind)
    proxies[kind].set(instance, proxy)
    return proxy
  }

  return async (request, response, next) => {
    const [path = ''] = request.url.split('?', 1)
    const route = findRoute(path)
    if (!route || (route.upstream === 'frontends' && !isReadRequest(request))) return next(new DomainError('not_found'))
    request.url = toUpstreamUrl(request.url)
    response.locals['route'] = route.prefix
    const repeatable = await readRepeatableRequest(request, response).catch(() => undefined)
    if (!repeatable) return // the caller has left
    const { isRepeatable, body } = repeatable
    const upstream = upstreams.find(route)
    const { instances } = upstream
    const isFile = route.upstream === 'frontends' && isRepeatable && isHashedFile(path)
    const kind = chooseKind()
    function chooseKind(): RequestKind {
      if (route?.isUpload) return 'upload'
      if (isFile && upstream.urls.some(mayHaveInstances)) return 'file'
      return mayBeCompressed(request, path) ? 'read' : 'call'
    }
    const lackingInstances = new Set<Instance>()
    const createAttempt = () => ({ instance: instances.pick(lackingInstances), wasSent: false, isTimeout: false })
    const forwarded = setForwardedRequest(response, {
      route,
      upstream,
      isRepeatable,
      startedAt: performance.now(),
      repeats: 0,
      timesSent: 0,
      lackingInstances,
      ...createAttempt(),
      repeat() {
        for (const emitter of [request, response]) emitter.setMaxListeners(0) // each attempt adds listeners
        Object.assign(forwarded, createAttempt())
        send()
      },
    })
    const send = () =>
      getProxy(forwarded.instance, kind)(body ? createRequestCopy(request, body) : request, response, next)
    send()
  }
}
