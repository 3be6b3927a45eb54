import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline } from 'node:stream'
import { constants, createBrotliCompress } from 'node:zlib'
import type { Request, Response } from 'express'

/** A shorter response fits into the first packets as it is. */
const MIN_BYTES = 1_024
/** Takes a tenth of a millisecond for a page of messages, which becomes seven times shorter. */
const QUALITY = 3
/** The window of 64 KiB bounds the memory of each response. */
const WINDOW_BITS = 16

/** Returns true for a call whose response may be compressed. Browsers accept Brotli over https and from `localhost`. */
export const mayBeCompressed = ({ method, headers }: Request, path: string): boolean =>
  method === 'GET' && path.startsWith('/api/') && /(^|,)\s*br\s*(,|$)/.test(headers['accept-encoding'] ?? '')

/**
 * Sends an upstream's response, JSON with Brotli. Only responses to reads are compressed, which have no tokens, and no page of
 * another origin can cause them: a call needs its token in a header. So their lengths reveal no secret (BREACH).
 */
export function sendCompressed(upstreamResponse: IncomingMessage, response: Response): void {
  if (isCompressible(upstreamResponse)) sendWithBrotli(upstreamResponse, response)
  else sendUnchanged(upstreamResponse, response)
}

function sendWithBrotli(upstreamResponse: IncomingMessage, response: Response): void {
  const { statusCode = 0, headers } = upstreamResponse
  const { 'content-length': length, ...otherHeaders } = headers
  const compress = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: Number(length),
    },
  })
  response.writeHead(statusCode, { ...otherHeaders, 'content-encoding': 'br', vary: 'Accept-Encoding' })
  sendStreams([upstreamResponse, compress], response)
}

/** Sends an upstream's response as it is. */
export function sendUnchanged(upstreamResponse: IncomingMessage, response: Response): void {
  const { statusCode = 0, headers } = upstreamResponse
  response.writeHead(statusCode, headers)
  sendStreams([upstreamResponse], response)
}

/** A failure of the upstream aborts the response, so the caller notices it. */
function sendStreams(streams: readonly (IncomingMessage | Duplex)[], response: Response): void {
  response.setMaxListeners(0) // a pipeline adds to the listeners of the proxy
  pipeline([...streams, response], () => undefined)
}

function isCompressible({ statusCode, headers }: IncomingMessage): boolean {
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  const isEncoded = headers['content-encoding'] !== undefined
  return statusCode === 200 && isJson && !isEncoded && Number(headers['content-length']) >= MIN_BYTES
}
