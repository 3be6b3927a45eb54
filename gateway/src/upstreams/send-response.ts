import { PassThrough, pipeline, type Writable } from 'node:stream'
import { constants, createBrotliCompress } from 'node:zlib'
import type { Request, Response } from 'express'
import type { UpstreamResponse } from './dispatch-request.ts'

/** A shorter response fits into the first packets as it is. */
const MIN_COMPRESSED_BYTES = 1_024
/** Takes a tenth of a millisecond for a page of messages, which becomes seven times shorter. */
const BROTLI_QUALITY = 3
/** The window of 64 KiB bounds the memory of each response. */
const WINDOW_BITS = 16

/** Returns true for a call whose response may be compressed. Browsers accept Brotli over https and from `localhost`. */
export const mayBeCompressed = ({ method, headers }: Request, path: string): boolean =>
  method === 'GET' && path.startsWith('/api/') && /(^|,)\s*br\s*(,|$)/.test(headers['accept-encoding'] ?? '')

/**
 * Begins a response with that of an upstream, JSON with Brotli. Only responses to reads are compressed, which have no tokens, and
 * no page of another origin can cause them: a call needs its token in a header. So their lengths reveal no secret (BREACH).
 * Returns the stream for the body.
 */
export function sendCompressed(upstreamResponse: UpstreamResponse, response: Response): Writable {
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
export function sendUnchanged({ statusCode, headers }: UpstreamResponse, response: Response): Writable {
  response.writeHead(statusCode, headers)
  return response
}

/** Sends an upstream's response if `isTaken` fulfils with true. Returns the stream for the body, which waits until then. */
export function sendIfTaken(
  upstreamResponse: UpstreamResponse,
  response: Response,
  isTaken: Promise<boolean>,
): Writable {
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
