import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { json } from 'node:stream/consumers'

/**
 * What the address answers as JSON, for what our processes ask of each other: `fetch` does the same and takes 8 MiB of
 * each of them.
 * @throws Error for any answer but a success, and when it has not come whole after `timeoutMs`
 */
export async function getJson(url: string | URL, timeoutMs: number): Promise<unknown> {
  const { get } = new URL(url).protocol === 'https:' ? https : http
  // a connection of its own: one that was kept may end in a process that is no longer there
  const request = get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) })
  request.on('error', () => {}) // what breaks in the middle of an answer breaks the reading of it below
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const { statusCode = 0 } = answer
  if (statusCode < 200 || statusCode >= 300) {
    answer.destroy()
    throw new Error(`${url} answered ${statusCode}`)
  }
  return json(answer)
}
