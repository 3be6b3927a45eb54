import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { getRequestId, getTraceparent, LOOPBACK_REQUEST_HEADER } from '@meadow/service'
import type { RequestHandler } from 'express'
import { comesFromThisMachine } from './loopback-request.ts'
import { DOCUMENT_HEADERS } from './security-headers.ts'
import type { UpstreamResponse } from './upstreams/dispatch-request.ts'

/** Headers that only the gateway or a trusted proxy may set. */
const IDENTITY_HEADER_PATTERN =
  /^(?:x-user(?:-|$)|x-forwarded(?:-|$)|forwarded$|x-real-ip$|x-request-id$|traceparent$|tracestate$|x-loopback-request$)/

/** Headers that end at the gateway: hop-by-hop headers, and one that would change the method after its checks. */
const REMOVED_HEADERS = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'x-http-method-override',
])

/** Headers that `Connection` may not remove, because upstreams need them to find the end of the request. */
const FRAMING_HEADERS = new Set(['content-length', 'host', 'transfer-encoding'])

/** Returns the headers that `Connection` declares as hop-by-hop. */
const listConnectionHeaders = (connection = '') =>
  connection
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !FRAMING_HEADERS.has(name))

/** Copies the headers that an upstream may read as the caller sent them. Deleting some of them would make the object slow. */
function copyCallerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const ofConnection = listConnectionHeaders(headers.connection)
  const copied: IncomingHttpHeaders = {}
  for (const name of Object.keys(headers)) {
    const isRemoved = REMOVED_HEADERS.has(name) || ofConnection.includes(name) || IDENTITY_HEADER_PATTERN.test(name)
    if (!isRemoved) copied[name] = headers[name]
  }
  return copied
}

/**
 * Creates the handler that replaces the identity headers of a request. Express has already read the `X-Forwarded-*` of
 * trusted proxies (`trust proxy`), so `ip`, `protocol` and `host` are those of the caller. With `publicUrl`, no request
 * counts as one of this machine, and the protocol is that of this address.
 */
export function createIdentityHeaders(publicUrl: string | undefined): RequestHandler {
  const publicProtocol = publicUrl && new URL(publicUrl).protocol.slice(0, -1)
  return (request, _response, next) => {
    const { ip = '', protocol, host } = request
    const isLoopback = publicUrl === undefined && comesFromThisMachine(request)
    const headers = copyCallerHeaders(request.headers)
    headers['x-forwarded-for'] = ip.replace(/^::ffff:(?=\d+\.)/, '')
    headers['x-forwarded-proto'] = publicProtocol ?? protocol
    headers['x-forwarded-host'] = host ?? ''
    headers['x-request-id'] = getRequestId()
    headers['traceparent'] = getTraceparent()
    if (isLoopback) headers[LOOPBACK_REQUEST_HEADER] = '1'
    request.headers = headers
    next()
  }
}

/** CORS headers: pages of other origins may not read any response. */
const CORS_HEADER_PATTERN = /^access-control-/

const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding'])

type CleanHeadersOptions = {
  /** The connection to the caller ends after this response. */
  closesConnection: boolean
  /** Keeps the Content-Security-Policy of the upstream. */
  keepsUpstreamPolicy?: boolean | undefined
}

/**
 * Copies the headers of an upstream's response without those that only the gateway may set. The response to the caller has the
 * gateway's own already, such as its Content-Security-Policy.
 */
export function cleanResponseHeaders(
  headers: IncomingHttpHeaders,
  { closesConnection, keepsUpstreamPolicy = false }: CleanHeadersOptions,
): IncomingHttpHeaders {
  const copied: IncomingHttpHeaders = {} // deleting some would make the object slow
  for (const name of Object.keys(headers)) {
    const isRemoved = HOP_BY_HOP_HEADERS.has(name) || CORS_HEADER_PATTERN.test(name)
    if (!isRemoved && (keepsUpstreamPolicy || name !== 'content-security-policy')) copied[name] = headers[name]
  }
  if (closesConnection) copied.connection = 'close'
  return copied
}

/** Folders of the front ends that contain files and no pages. The service worker is at the root: its policy is that of its own response. */
const SCRIPT_PATH_PATTERN = /^\/(js|assets|mf)\/.+\.js$/

/** Headers by which browsers revalidate a file. They never do that with an immutable one. */
const VALIDATORS = ['etag', 'last-modified'] as const

/**
 * Removes the headers for documents from the response to a script of a front end, and from an immutable script those for
 * revalidation: together they are longer than some of the scripts.
 */
export function trimScriptHeaders(
  path: string,
  { statusCode, headers }: UpstreamResponse,
  response: ServerResponse,
): void {
  const isScript = statusCode === 200 && headers['content-type']?.startsWith('text/javascript')
  if (!isScript || !SCRIPT_PATH_PATTERN.test(path)) return
  const isImmutable = headers['cache-control']?.includes('immutable')
  for (const name of [...DOCUMENT_HEADERS, ...(isImmutable ? VALIDATORS : [])]) {
    delete headers[name]
    response.removeHeader(name)
  }
}
