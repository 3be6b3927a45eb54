import { getRequestId, getTraceparent } from '@meadow/service'
import type { RequestHandler } from 'express'

/** What callers may not say about themselves: these come from a proxy that we trust, or from us. */
const CLAIMS = /^(?:x-user(?:-|$)|x-forwarded(?:-|$)|forwarded$|x-real-ip$|x-request-id$|traceparent$|tracestate$)/

/** What belongs to one connection, not to the request, and what would change the request on its way. */
const NOT_OURS = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'x-http-method-override',
]

/** What a connection may not take from its request: without these its end would be read differently behind us. */
const FRAMING = new Set(['content-length', 'host', 'transfer-encoding'])

/** The headers that belong to this connection only, as the caller says. */
const namedByConnection = (connection = '') =>
  connection
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !FRAMING.has(name))

/**
 * Replaces what a request says about who sent it by what we know. Express has read the `X-Forwarded-*` of trusted
 * proxies before (its `trust proxy`), so `ip`, `protocol` and `host` are the outside's as far as we may believe.
 */
export const setIdentity: RequestHandler = (request, _response, next) => {
  const { headers, ip = '', protocol, host } = request
  for (const name of Object.keys(headers)) if (CLAIMS.test(name)) delete headers[name]
  for (const name of [...namedByConnection(headers.connection), ...NOT_OURS]) delete headers[name]
  headers['x-forwarded-for'] = ip.replace(/^::ffff:(?=\d+\.)/, '')
  headers['x-forwarded-proto'] = protocol
  headers['x-forwarded-host'] = host ?? ''
  headers['x-request-id'] = getRequestId()
  headers['traceparent'] = getTraceparent()
  next()
}
