import { setTimeout as delay } from 'node:timers/promises'

export type Request = { method?: 'POST' | 'PUT' | 'DELETE'; path: string; token?: string; body?: object; key?: string }
export type Answer = { status: number; body: Record<string, unknown>; repeats: number }

/** I8: every request ends within ten seconds. */
const LONGEST = 10_000
const BETWEEN = 100
const PATIENCE = 30_000

/** Without an answer that counts nobody knows what came of it: why there is none. */
type Outcome = { answer: Answer } | { failure: unknown }

export type Client = {
  /** One attempt; undefined when nobody can know what came of it. */
  attempt(request: Request): Promise<Answer | undefined>
  /** The same, repeated with the same key until the outcome is known. @throws when patience ends */
  insist(request: Request): Promise<Answer>
}

/**
 * Requests go to each of `urls` in turn, and a repeat to the next one. `patience`: milliseconds after which an operation
 * without an outcome is a failure.
 */
export function createClient(urls: readonly string[], patience = PATIENCE): Client {
  let turn = 0

  async function ask({ method, path, token, body, key }: Request, at: number): Promise<Outcome> {
    try {
      const url = urls[at % urls.length]
      const answer = await fetch(`${url}/api${path}`, {
        method: method ?? (body ? 'POST' : 'GET'),
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        signal: AbortSignal.timeout(LONGEST),
      })
      const said = (await answer.json()) as Record<string, unknown>
      return answer.status < 500 ? { answer: { status: answer.status, body: said, repeats: 0 } } : { failure: said }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new Error(`${path} did not end within ${LONGEST / 1000} s`, { cause: error })
      return { failure: error }
    }
  }

  return {
    async attempt(request) {
      const outcome = await ask(request, turn++)
      return 'answer' in outcome ? outcome.answer : undefined
    },
    async insist(request) {
      const until = Date.now() + patience
      const first = turn++
      for (let repeats = 0; ; repeats++) {
        const outcome = await ask(request, first + repeats)
        if ('answer' in outcome) return { ...outcome.answer, repeats }
        if (Date.now() > until)
          throw new Error(`${request.path} had no answer for ${patience / 1000} s`, { cause: outcome.failure })
        await delay(BETWEEN)
      }
    },
  }
}
