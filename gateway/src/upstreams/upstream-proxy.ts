import type { Writable } from 'node:stream'
import { DomainError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { mayHaveInstances } from '../instances/address-lookup.ts'
import type { Instance } from '../instances/instances.ts'
import { isReadRequest } from '../request-method.ts'
import { cleanResponseHeaders, trimScriptHeaders } from '../response-headers.ts'
import { findRoute, toUpstreamUrl } from '../routes.ts'
import { dispatchRequest, type UpstreamResponse } from './dispatch-request.ts'
import { getForwardedRequest, type RequestKind, setForwardedRequest } from './forwarded-request.ts'
import { isHashedFile } from './hashed-file.ts'
import { createRepeatableRequestReader } from './repeatable-request.ts'
import { createRetries, type RetryDeps } from './retries.ts'
import { mayBeCompressed, sendCompressed, sendIfTaken, sendUnchanged } from './send-response.ts'
import { createUpstreamPools } from './upstream-pools.ts'
import type { Upstreams } from './upstreams.ts'

/** The longest wait for the headers of a response. undici ends it after four to five seconds. */
const RESPONSE_TIMEOUT_MS = 4_000
/** The longest silence during an upload or a response. */
const IDLE_TIMEOUT_MS = 30_000

type UpstreamProxyDeps = RetryDeps & { upstreams: Upstreams; isDraining: () => boolean }

/** Creates the handler that forwards each request to the upstream of its route and streams in both directions. */
export function createUpstreamProxy(deps: UpstreamProxyDeps): RequestHandler {
  const { upstreams, isDraining } = deps
  const getPool = createUpstreamPools()
  const readRepeatableRequest = createRepeatableRequestReader()
  const retries = createRetries(deps)

  /** Begins the response to the caller with that of the upstream. Returns the stream for its body. */
  function sendResponse(upstreamResponse: UpstreamResponse, request: Request, response: Response): Writable {
    const { route, kind } = getForwardedRequest(response)
    const headers = cleanResponseHeaders(upstreamResponse.headers, {
      closesConnection: isDraining() || !response.shouldKeepAlive,
      keepsUpstreamPolicy: route.keepsUpstreamPolicy,
    })
    const cleaned = { ...upstreamResponse, headers }
    if (route.upstream === 'frontends') trimScriptHeaders(request.path, cleaned, response)
    if (kind === 'read') return sendCompressed(cleaned, response)
    const mayBeElsewhere = kind === 'file' && cleaned.statusCode === 404
    if (!mayBeElsewhere) return sendUnchanged(cleaned, response)
    return sendIfTaken(
      cleaned,
      response,
      retries.askOtherInstance(response).then((isAsked) => !isAsked),
    )
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
    const createAttempt = () => ({ instance: instances.pick(lackingInstances), wasSent: false })
    const forwarded = setForwardedRequest(response, {
      route,
      kind,
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
      dispatchRequest(getPool(forwarded.instance), {
        request,
        body,
        response,
        responseTimeoutMs: kind === 'upload' ? IDLE_TIMEOUT_MS : RESPONSE_TIMEOUT_MS,
        idleTimeoutMs: IDLE_TIMEOUT_MS,
        onConnected: () => retries.onConnected(response),
        onResponse: (upstreamResponse) => sendResponse(upstreamResponse, request, response),
        onError: (error) => void retries.onError(error, response),
      })
    send()
  }
}
