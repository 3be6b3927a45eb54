import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { json } from 'node:stream/consumers'

/**
 * Reads JSON from another process of the product. `fetch` would do the same, but costs each process 8 MiB of memory.
 * @throws Error for a status other than 2xx, and when the response is not complete after `timeoutMs`
 */
export async function getJson(url: string | URL, timeoutMs: number): Promise<unknown> {
  const { get } = new URL(url).protocol === 'https:' ? https : http
  // a new connection, because a kept-alive one may lead to a process that has ended
  const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) })
  request.on('error', () => {}) // an error in the middle of the response also fails `json` below
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { statusCode = 0 } = response
  if (statusCode < 200 || statusCode >= 300) {
    response.destroy()
    throw new Error(`${url} responded with ${statusCode}`)
  }
  return json(response)
}
