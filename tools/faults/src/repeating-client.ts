import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { createGatewayOrder, type GatewayOrder } from './gateway-order.ts'
import { createTokenRenewal, type TokenRenewal } from './token-renewal.ts'

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

/**
 * Attempts without a response, or with a status of 500 and above: all of them, those with a client key, and reads. The last
 * two must not fail at all when an instance stops as planned. `refusedTokens` counts the responses with status 401.
 */
export type FailureCounts = { failures: number; failuresWithKey: number; failedReads: number; refusedTokens: number }

export type RepeatingClient = {
  readonly counts: Readonly<FailureCounts>
  /** Requests are sent with the current tokens of their members. */
  readonly tokens: TokenRenewal
  /** Sends a request once. Returns undefined if the outcome is unknown. */
  attempt(request: FaultRequest): Promise<FaultResponse | undefined>
  /** Repeats a request with the same key until the outcome is known. @throws after the time-out */
  callUntilResponse(request: FaultRequest): Promise<FaultResponse>
}

type RepeatingClientOptions = {
  urls: readonly string[]
  /** The time-out of an operation, in milliseconds. */
  timeoutMs?: number | undefined
  /** Is called with the history's entry of each request. */
  record?: (entry: object) => void
}

/**
 * Creates a client that sends requests to each of `urls` in turn, and a repeat to the next one. As a load balancer does, it
 * sends nothing to a gateway that is about to stop, and goes to the next one at once if a connection is refused. An
 * operation without an outcome fails after `timeoutMs`.
 */
export function createRepeatingClient({
  urls,
  timeoutMs = OPERATION_TIMEOUT_MS,
  record = () => {},
}: RepeatingClientOptions): RepeatingClient {
  let nextIndex = 0
  const gatewayOrder = createGatewayOrder(urls)
  const tokens = createTokenRenewal()
  const counts = { failures: 0, failuresWithKey: 0, failedReads: 0, refusedTokens: 0 }

  async function send(original: FaultRequest, index: number): Promise<Outcome> {
    const request = original.token ? { ...original, token: await tokens.getCurrent(original.token) } : original
    const startedAt = performance.now()
    const { url, outcome } = await sendToNext(request, index)
    const ms = Math.round(performance.now() - startedAt)
    if ('failure' in outcome) {
      counts.failures++
      if (hasClientKey(request)) counts.failuresWithKey++
      if (toMethod(request) === 'GET') counts.failedReads++
    }
    const isRefused = 'response' in outcome && outcome.response.status === 401
    if (isRefused && request.token) counts.refusedTokens++
    if ('failure' in outcome || isRefused || toMethod(request) !== 'GET')
      record(toHistoryEntry(request, outcome, { url, ms }))
    if ('failure' in outcome && isTimeout(outcome.failure))
      throw new Error(`${request.path} did not end within ${REQUEST_TIMEOUT_MS / 1000} s`, { cause: outcome.failure })
    return outcome
  }

  async function sendToNext(request: FaultRequest, index: number): Promise<{ url: string; outcome: Outcome }> {
    const inOrder = gatewayOrder.list(index)
    for (let tries = 1; ; tries++) {
      const url = inOrder[tries - 1] ?? ''
      const outcome = await sendOnce(url, request, gatewayOrder)
      const isRefused = 'failure' in outcome && isConnectionRefused(outcome.failure)
      if (!isRefused || tries === urls.length) return { url, outcome }
    }
  }

  return {
    counts,
    tokens,
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

async function sendOnce(url: string, request: FaultRequest, gatewayOrder: GatewayOrder): Promise<Outcome> {
  const { path, token, body, key } = request
  try {
    const response = await fetch(`${url}/api${path}`, {
      method: toMethod(request),
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    gatewayOrder.noteResponse(url, response.headers)
    const json = (await response.json()) as Record<string, unknown>
    return response.status < 500 ? { response: { status: response.status, body: json, repeats: 0 } } : { failure: json }
  } catch (error) {
    return { failure: error }
  }
}

const toMethod = ({ method, body }: FaultRequest) => method ?? (body ? 'POST' : 'GET')

/** A message has its key in the body. */
const hasClientKey = ({ key, body = {} }: FaultRequest) => key !== undefined || 'clientMessageId' in body

const isConnectionRefused = (error: unknown) =>
  (error as { cause?: { code?: string } } | null)?.cause?.code === 'ECONNREFUSED'

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** Describes a request and its outcome. The request id of a failure leads to the lines of the logs. */
function toHistoryEntry(request: FaultRequest, outcome: Outcome, sent: { url: string; ms: number }): object {
  const { path, token, body, key } = request
  return {
    ...sent,
    method: toMethod(request),
    path,
    key,
    member: token && readSubject(token),
    body: withoutSecrets(body),
    ...('response' in outcome
      ? { status: outcome.response.status, response: withoutSecrets(outcome.response.body) }
      : { failure: outcome.failure instanceof Error ? inspect(outcome.failure) : outcome.failure }),
  }
}

const withoutSecrets = (body: object | undefined) => body && { ...body, password: undefined, token: undefined }

/** Returns the member of an access token. */
const readSubject = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())['sub']
