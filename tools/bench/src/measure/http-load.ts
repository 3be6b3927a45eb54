import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type HttpRequest = {
  method?: 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** Resolves when the effect of the request is visible elsewhere. The request ends then, not with its response. */
  effect?: Promise<void>
}
export type HttpLoad = { url: string; next: () => HttpRequest; seconds: number }
/** The sorted durations of the requests, and their number per second. */
export type LoadResult = { durationsMs: number[]; perSecond: number }

const toHostAndPort = (url: string) => ({ host: '127.0.0.1', port: new URL(url).port })

/** Sends a request and returns the time when it ended. @throws on an error status */
async function sendRequest(
  url: string,
  agent: Agent,
  { method, path, headers, body, effect }: HttpRequest,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
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
      else reject(new Error(`${path} responded with ${incoming.statusCode}`))
    })
  })
  sent.on('error', reject)
  sent.end(body)
  const [at] = await Promise.all([(effect ?? promise).then(() => performance.now()), promise])
  return at
}

/** Runs callers that repeat requests without a pause: the saturation, or with one caller the latency. */
export async function runSaturated({ url, next, seconds }: HttpLoad, callers: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const durations: number[] = []
  const startedAt = performance.now()
  const runCaller = async () => {
    for (let at = performance.now(); at < startedAt + seconds * 1000; ) {
      durations.push((await sendRequest(url, agent, next())) - at)
      at = performance.now()
    }
  }
  await Promise.all(Array.from({ length: callers }, runCaller))
  agent.destroy()
  return {
    durationsMs: durations.sort((a, b) => a - b),
    perSecond: (durations.length * 1000) / (performance.now() - startedAt),
  }
}

/** Sends requests at a constant rate. Measures from the planned time, so that a stall counts for all waiting requests. */
export async function runAtRate({ url, next, seconds }: HttpLoad, rate: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const startedAt = performance.now()
  const durations: number[] = []
  const running: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds; ) {
    for (; startedAt + (sent * 1000) / rate <= performance.now() && sent < rate * seconds; sent++) {
      const plannedAt = startedAt + (sent * 1000) / rate
      const ended = sendRequest(url, agent, next()).then((at) => void durations.push(at - plannedAt))
      ended.catch(() => undefined) // handled by `Promise.all` below
      running.push(ended)
    }
    await delay(1)
  }
  await Promise.all(running)
  agent.destroy()
  return {
    durationsMs: durations.sort((a, b) => a - b),
    perSecond: (durations.length * 1000) / (performance.now() - startedAt),
  }
}
