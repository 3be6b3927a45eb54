import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { type LoadResult, saturate, sendAtRate } from './load.ts'

export type HttpRequest = {
  method?: 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  /** A stream needs a `content-length` in `headers`. */
  body?: string | Buffer | Readable
  /** Resolves when the effect of the request is visible elsewhere. The request ends then, not with its response. */
  effect?: Promise<void>
}
export type HttpLoad = { url: string; next: () => HttpRequest; seconds: number }

const MAX_CONNECTIONS = 64

/** A request was responded to with an error status. */
export class HttpStatusError extends Error {
  readonly status: number | undefined
  constructor(path: string, status: number | undefined) {
    super(`${path} responded with ${status}`)
    this.status = status
  }
}

/** A client with connections of its own. */
export type HttpClient = Disposable & {
  /** Sends a request and returns the time when it ended. @throws HttpStatusError */
  send(request: HttpRequest): Promise<number>
}

export function createHttpClient(url: string, maxConnections = MAX_CONNECTIONS): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections })
  return { send: (request) => sendRequest(url, agent, request), [Symbol.dispose]: () => agent.destroy() }
}

const toHostAndPort = (url: string) => ({ host: '127.0.0.1', port: new URL(url).port })

async function sendRequest(
  url: string,
  agent: Agent,
  { method, path, headers, body, effect }: HttpRequest,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const isStream = body instanceof Readable
  const length = body === undefined || isStream ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request({
    ...toHostAndPort(url),
    agent,
    path,
    method: method ?? 'GET',
    headers: { ...headers, ...length },
  })
  sent.on('response', (incoming) => {
    incoming.resume()
    incoming.on('error', reject)
    incoming.on('end', () => {
      if (incoming.statusCode && incoming.statusCode < 300) resolve()
      else reject(new HttpStatusError(path, incoming.statusCode))
    })
  })
  sent.on('error', reject)
  if (isStream) body.on('error', reject).pipe(sent)
  else sent.end(body)
  const [at] = await Promise.all([(effect ?? promise).then(() => performance.now()), promise])
  return at
}

/** Runs callers that repeat requests without a pause: the saturation, or with one caller the latency. */
export async function runSaturated({ url, next, seconds }: HttpLoad, callers: number): Promise<LoadResult> {
  using client = createHttpClient(url, callers)
  return await saturate(() => client.send(next()), callers, seconds)
}

/** Sends requests at a constant rate. Measures from the planned time, so that a stall counts for all waiting requests. */
export async function runAtRate({ url, next, seconds }: HttpLoad, rate: number): Promise<LoadResult> {
  using client = createHttpClient(url)
  return await sendAtRate(() => client.send(next()), rate, seconds)
}
