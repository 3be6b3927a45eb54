import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** `effect` is what a request brings about elsewhere: then it has ended when that is there, not when it is answered. */
export type Shot = {
  method?: 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  effect?: Promise<void>
}
export type Load = { url: string; next: () => Shot; seconds: number }
/** Milliseconds that each request took, in order of size, and how many ended per second. */
export type Result = { took: number[]; perSecond: number }

const ports = (url: string) => ({ host: '127.0.0.1', port: new URL(url).port })

/** One request, and when it had ended; an answer that is no success voids the run. */
async function shoot(url: string, agent: Agent, { method, path, headers, body, effect }: Shot): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request({ ...ports(url), agent, path, method: method ?? 'GET', headers: { ...headers, ...length } })
  sent.on('response', (answer) => {
    answer.resume()
    answer.on('error', reject)
    answer.on('end', () => {
      if (answer.statusCode && answer.statusCode < 300) resolve()
      else reject(new Error(`${path} was answered ${answer.statusCode}`))
    })
  })
  sent.on('error', reject)
  sent.end(body)
  const [at] = await Promise.all([(effect ?? promise).then(() => performance.now()), promise])
  return at
}

/** So many callers, each of which asks again as soon as it has an answer: saturation, or with one caller its latency. */
export async function saturate({ url, next, seconds }: Load, callers: number): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const took: number[] = []
  const begun = performance.now()
  const ask = async () => {
    for (let at = performance.now(); at < begun + seconds * 1000; ) {
      took.push((await shoot(url, agent, next())) - at)
      at = performance.now()
    }
  }
  await Promise.all(Array.from({ length: callers }, ask))
  agent.destroy()
  return { took: took.sort((a, b) => a - b), perSecond: (took.length * 1000) / (performance.now() - begun) }
}

/** At a constant rate, each measured from when it was meant to be sent, so that a stall counts for all who wait. */
export async function atRate({ url, next, seconds }: Load, rate: number): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const begun = performance.now()
  const took: number[] = []
  const running: Promise<void>[] = []
  for (let sent = 0; sent < rate * seconds; ) {
    for (; begun + (sent * 1000) / rate <= performance.now() && sent < rate * seconds; sent++) {
      const meant = begun + (sent * 1000) / rate
      const ended = shoot(url, agent, next()).then((at) => void took.push(at - meant))
      ended.catch(() => undefined) // it is told below
      running.push(ended)
    }
    await delay(1)
  }
  await Promise.all(running)
  agent.destroy()
  return { took: took.sort((a, b) => a - b), perSecond: (took.length * 1000) / (performance.now() - begun) }
}
