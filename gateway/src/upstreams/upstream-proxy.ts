import { PassThrough, pipeline, type Writable } from 'node:stream'
import { constants, createBrotliCompress } from 'node:zlib'
import { DomainError } from '@meadow/service'
import type { Request, RequestHandler, Response } from 'express'
import { mayHaveInstances } from '../instances/address-lookup.ts'
import type { Instance } from '../instances/instances.ts'
import { cleanResponseHeaders, trimScriptHeaders } from '../proxied-headers.ts'
import { isReadRequest } from '../request-method.ts'
import { findRoute, toUpstreamUrl } from '../routes.ts'
import { dispatchRequest, type UpstreamResponse } from './dispatch-request.ts'
import { getForwardedRequest, type RequestKind, setForwardedRequest } from './forwarded-request.ts'
import { isHashedFile } from './hashed-file.ts'
import { createRepeatableRequestReader, createRetries, type RetryDeps } from './retries.ts'
import type { GetUpstreamPool } from './upstream-pools.ts'
import type { Upstreams } from './upstreams.ts'

/** The longest wait for the headers of a response. undici ends it after four to five seconds. */
const RESPONSE_TIMEOUT_MS = 4_000
/** The longest silence during an upload or a response. */
const IDLE_TIMEOUT_MS = 30_000

type UpstreamProxyDeps = RetryDeps & { upstreams: Upstreams; getPool: GetUpstreamPool; isDraining: () => boolean }

/** Creates the handler that forwards each request to the upstream of its route and streams in both directions. */
export function createUpstreamProxy(deps: UpstreamProxyDeps): RequestHandler {
  const { upstreams, getPool, isDraining } = deps
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

/** A shorter response fits into the first packets as it is. */
const MIN_COMPRESSED_BYTES = 1_024
/** Takes a tenth of a millisecond for a page of messages, which becomes seven times shorter. */
const BROTLI_QUALITY = 3
/** The window of 64 KiB bounds the memory of each response. */
const WINDOW_BITS = 16

/** Returns true for a call whose response may be compressed. Browsers accept Brotli over https and from `localhost`. */
const mayBeCompressed = ({ method, headers }: Request, path: string): boolean =>
  method === 'GET' && path.startsWith('/api/') && /(^|,)\s*br\s*(,|$)/.test(headers['accept-encoding'] ?? '')

/**
 * Begins a response with that of an upstream, JSON with Brotli. Only responses to reads are compressed, which have no tokens, and
 * no page of another origin can cause them: a call needs its token in a header. So their lengths reveal no secret (BREACH).
 * Returns the stream for the body.
 */
function sendCompressed(upstreamResponse: UpstreamResponse, response: Response): Writable {
  if (!isCompressible(upstreamResponse)) return sendUnchanged(upstreamResponse, response)
  const { statusCode, headers } = upstreamResponse
  const { 'content-length': length, ...otherHeaders } = headers
  const compress = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: Number(length),
    },
  })
  response.writeHead(statusCode, { ...otherHeaders, 'content-encoding': 'br', vary: 'Accept-Encoding' })
  response.setMaxListeners(0) // a pipeline adds some for each event
  pipeline(compress, response, () => undefined) // a failure of the upstream aborts the response, so the caller notices it
  return compress
}

/** Begins a response with that of an upstream as it is. Returns the stream for the body: the response. */
function sendUnchanged({ statusCode, headers }: UpstreamResponse, response: Response): Writable {
  response.writeHead(statusCode, headers)
  return response
}

/** Sends an upstream's response if `isTaken` fulfils with true. Returns the stream for the body, which waits until then. */
function sendIfTaken(upstreamResponse: UpstreamResponse, response: Response, isTaken: Promise<boolean>): Writable {
  const body = new PassThrough()
  void isTaken.then((taken) => {
    if (taken) pipeline(body, sendUnchanged(upstreamResponse, response), () => undefined)
    else body.resume()
  })
  return body
}

function isCompressible({ statusCode, headers }: UpstreamResponse): boolean {
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  const isEncoded = headers['content-encoding'] !== undefined
  return statusCode === 200 && isJson && !isEncoded && Number(headers['content-length']) >= MIN_COMPRESSED_BYTES
}
