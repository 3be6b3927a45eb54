import { setTimeout as delay } from 'node:timers/promises'

export type FaultRequest = {
  method?: 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: object
  key?: string
}
export type FaultResponse = { status: number; body: Record<string, unknown>; repeats: number }

/** I8: the maximum duration of a request. */
const REQUEST_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 100
const OPERATION_TIMEOUT_MS = 30_000

/** A response, or the reason why the outcome is unknown. */
type Outcome = { response: FaultResponse } | { failure: unknown }

export type RepeatingClient = {
  /** Sends a request once. Returns undefined if the outcome is unknown. */
  attempt(request: FaultRequest): Promise<FaultResponse | undefined>
  /** Repeats a request with the same key until the outcome is known. @throws after the time-out */
  callUntilResponse(request: FaultRequest): Promise<FaultResponse>
}

/**
 * Creates a client that sends requests to each of `urls` in turn, and a repeat to the next one. An operation without an
 * outcome fails after `timeoutMs`.
 */
export function createRepeatingClient(urls: readonly string[], timeoutMs = OPERATION_TIMEOUT_MS): RepeatingClient {
  let nextIndex = 0

  async function send({ method, path, token, body, key }: FaultRequest, index: number): Promise<Outcome> {
    try {
      const url = urls[index % urls.length]
      const response = await fetch(`${url}/api${path}`, {
        method: method ?? (body ? 'POST' : 'GET'),
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const json = (await response.json()) as Record<string, unknown>
      return response.status < 500
        ? { response: { status: response.status, body: json, repeats: 0 } }
        : { failure: json }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new Error(`${path} did not end within ${REQUEST_TIMEOUT_MS / 1000} s`, { cause: error })
      return { failure: error }
    }
  }

  return {
    async attempt(request) {
      const outcome = await send(request, nextIndex++)
      return 'response' in outcome ? outcome.response : undefined
    },
    async callUntilResponse(request) {
      const deadline = Date.now() + timeoutMs
      const first = nextIndex++
      for (let repeats = 0; ; repeats++) {
        const outcome = await send(request, first + repeats)
        if ('response' in outcome) return { ...outcome.response, repeats }
        if (Date.now() > deadline)
          throw new Error(`${request.path} had no response within ${timeoutMs / 1000} s`, { cause: outcome.failure })
        await delay(RETRY_DELAY_MS)
      }
    },
  }
}
