import type { IncomingHttpHeaders } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import type { Request, Response } from 'express'
import type { Dispatcher } from 'undici'
import { hasBody } from '../request-body.ts'

/** The start of an upstream's response. */
export type UpstreamResponse = { statusCode: number; headers: IncomingHttpHeaders }

export type DispatchOptions = {
  request: Request
  /** The body of `request`, if it was read. */
  body: Buffer | undefined
  /** The response to the caller. When it closes early, the request to the upstream ends. */
  response: Response
  /** The longest wait for the headers of the response. It may end up to a second later, as undici checks it every half second. */
  responseTimeoutMs: number
  /** The longest silence within the response. */
  idleTimeoutMs: number
  /** The request has a connection, so the upstream may process it. */
  onConnected(): void
  /** Returns the stream that gets the body. If the upstream fails from now on, the stream is destroyed. */
  onResponse(upstreamResponse: UpstreamResponse): Writable
  /** The request failed before the response began, or the caller has left. */
  onError(error: Error): void
}

/** Sends a request to an upstream and streams its response. */
export function dispatchRequest(upstream: Dispatcher, options: DispatchOptions): void {
  const { request, response } = options
  let destination: Writable | undefined
  upstream.dispatch(
    {
      path: request.url,
      method: request.method as Dispatcher.HttpMethod,
      headers: listUpstreamHeaders(request.headers),
      body: options.body ?? (hasBody(request) ? Readable.from(readBody(request), { objectMode: false }) : null),
      headersTimeout: options.responseTimeoutMs,
      bodyTimeout: options.idleTimeoutMs,
    },
    {
      onRequestStart(controller) {
        const abort = () => controller.abort(new Error('the caller has left'))
        if (response.destroyed) return abort()
        response.once('close', () => response.writableFinished || abort())
        options.onConnected()
      },
      onResponseStart(_controller, statusCode, headers) {
        if (statusCode < 200) return // informational: the response follows
        destination = options.onResponse({ statusCode, headers })
      },
      onResponseData(controller, chunk) {
        if (destination?.write(chunk) !== false) return
        controller.pause()
        destination.once('drain', () => controller.resume())
      },
      onResponseEnd() {
        destination?.end()
      },
      onResponseError(_controller, error) {
        if (destination) destination.destroy()
        else options.onError(error)
      },
    },
  )
}

/** Lists names and values in turn, without the hop-by-hop headers that undici sets itself. The others are already removed. */
function listUpstreamHeaders(headers: IncomingHttpHeaders): string[] {
  const listed: string[] = []
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined || name === 'host' || name === 'transfer-encoding') continue
    for (const one of typeof value === 'string' ? [value] : value) listed.push(name, one)
  }
  return listed
}

/**
 * Reads the body of a request, from the time at which there is a connection. Drains what the upstream does not want. The end of this
 * generator does not destroy the request: that would close the connection on which the caller waits for the response.
 */
async function* readBody(request: Request): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk
  } finally {
    request.resume()
  }
}
