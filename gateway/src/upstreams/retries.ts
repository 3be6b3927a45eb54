import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { calls } from '@meadow/contracts'
import { DomainError, isJsonTooDeep, type Logger, type Metrics, sendError } from '@meadow/service'
import type { Request, Response } from 'express'
import { errors } from 'undici'
import { hasBody } from '../request-body.ts'
import { isReadRequest } from '../request-method.ts'
import { type ForwardedRequest, getForwardedRequest } from './forwarded-request.ts'
import type { Upstream } from './upstreams.ts'

/** Longer than every text of a member. Longer bodies are streamed, and not repeated. */
const MAX_BODY_BYTES = 64 * 1024
/** The maximum of all buffered bodies together. Beyond it, bodies are streamed, and not repeated. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024

/** `body` is set if it was read from the request. */
type RepeatableRequest = { isRepeatable: boolean; body?: Buffer }

/**
 * Reads the body of a request that may reach a service twice without further effect: a read, or a write with a client key.
 * Bodies of other requests, and long ones, stay in the request.
 * @throws Error if the caller leaves
 */
export type ReadRepeatableRequest = (request: Request, response: Response) => Promise<RepeatableRequest>

/** Creates the function that reads repeatable requests. It limits the memory for their bodies. */
export function createRepeatableRequestReader(maxBufferedBytes = MAX_BUFFERED_BYTES): ReadRepeatableRequest {
  let bufferedBytes = 0
  return async (request, response) => {
    if (isReadRequest(request)) return { isRepeatable: !hasBody(request) }
    const isMessage = matchesCall(request, calls.sendMessage)
    if (!isMessage && !hasClientKey(request)) return { isRepeatable: false }
    const size = Number(request.headers['content-length']) // NaN for a chunked body
    if (!(size <= MAX_BODY_BYTES && bufferedBytes + size <= maxBufferedBytes)) return { isRepeatable: false }
    if (response.destroyed) throw new Error('the caller has left') // its 'close' was before
    bufferedBytes += size
    response.once('close', () => {
      bufferedBytes -= size
    })
    const body = await buffer(request)
    return { isRepeatable: !isMessage || hasClientMessageId(body), body }
  }
}

type CallAddress = { method: string; path: string }

/** Only these calls store the `Idempotency-Key`. Others ignore it. */
const KEYED_CALLS: CallAddress[] = Object.values(calls).filter((call) => 'idempotent' in call)

const hasClientKey = (request: Request) =>
  request.headers['idempotency-key'] !== undefined && KEYED_CALLS.some((call) => matchesCall(request, call))

function matchesCall({ method, url }: Request, call: CallAddress): boolean {
  const [path = ''] = url.split('?', 1)
  const [segments, pattern] = [path.split('/'), call.path.split('/')]
  return (
    method === call.method.toUpperCase() &&
    segments.length === pattern.length &&
    pattern.every((name, index) => name.startsWith(':') || name === segments[index])
  )
}

function hasClientMessageId(body: Buffer): boolean {
  try {
    return !isJsonTooDeep(body) && typeof JSON.parse(body.toString())?.clientMessageId === 'string'
  } catch {
    return false
  }
}

/** Attempts begin within this time. The last one may take a second to connect and five to respond: a call takes 10 s at most. */
const RETRY_WINDOW_MS = 4_000
/** A request that makes its instance fail must not reach all of them. */
const MAX_TIMES_SENT = 3
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 500

/** An attempt that ended before the response began. */
type FailedAttempt = Pick<ForwardedRequest, 'wasSent' | 'timesSent' | 'isRepeatable' | 'repeats'> & {
  /** The upstream did not start its response in time. */
  isTimeout: boolean
  /** The time since the first attempt. */
  elapsedMs: number
  /** The time since the upstream began to refuse connections. */
  outageMs: number
  /** The number of instances that the gateway knows. */
  instances: number
}

/**
 * Returns the delay before the next attempt in milliseconds, or undefined if the request has failed. It is safe to repeat
 * every request that was not sent; but once the upstream has been down for the whole window, only its other instances are tried.
 */
export function planRetry(attempt: FailedAttempt, windowMs: number = RETRY_WINDOW_MS): number | undefined {
  const delayMs = planDelay(attempt, windowMs)
  return delayMs !== undefined && attempt.elapsedMs + delayMs < windowMs ? delayMs : undefined
}

function planDelay(attempt: FailedAttempt, windowMs: number): number | undefined {
  const { timesSent, repeats, outageMs } = attempt
  const backOffMs = Math.min(MIN_DELAY_MS * 2 ** repeats, MAX_DELAY_MS)
  if (attempt.wasSent) {
    if (!attempt.isRepeatable || attempt.isTimeout || timesSent >= MAX_TIMES_SENT) return undefined
    return timesSent === 1 ? 0 : backOffMs // often a kept-alive connection that the upstream has just closed
  }
  if (repeats < attempt.instances - 1) return 0
  return outageMs < windowMs ? backOffMs : undefined
}

/** The time in which an upstream has refused connections, in milliseconds of `performance.now()`. */
type Outage = { since: number; lastRefusalAt: number }

/** Returns the outage after another refusal. A refusal long after the last one begins another outage. */
export const continueOutage = (outage: Outage | undefined, now: number, windowMs: number): Outage => ({
  since: outage && now - outage.lastRefusalAt < windowMs ? outage.since : now,
  lastRefusalAt: now,
})

export type RetryDeps = {
  /** The time in which a request is repeated. @default 4 s */
  retryWindowMs?: number | undefined
  /** Looks for instances of an upstream that are new. */
  lookUpAgain(upstream: Upstream): Promise<void>
  metrics: Metrics
  log: Logger
}

/** Creates the handling of attempts that fail: a repeat, or 503. */
export function createRetries({ retryWindowMs = RETRY_WINDOW_MS, lookUpAgain, metrics, log }: RetryDeps) {
  const outages = new Map<Upstream, Outage>()
  const repeated = metrics.counter({
    name: 'upstream_repeats_total',
    help: 'Requests sent again: the connection was refused, or closed before the response began, or another instance may have the file',
    labels: ['upstream', 'reason'],
  })

  function planNextAttempt(forwarded: ForwardedRequest, error: Error): number | undefined {
    const isTimeout = error instanceof errors.HeadersTimeoutError
    const { upstream, wasSent, startedAt } = forwarded
    const now = performance.now()
    if (!wasSent) outages.set(upstream, continueOutage(outages.get(upstream), now, retryWindowMs))
    const outageMs = now - (outages.get(upstream)?.since ?? now)
    const instances = upstream.instances.all.length
    return planRetry({ ...forwarded, isTimeout, elapsedMs: now - startedAt, outageMs, instances }, retryWindowMs)
  }

  return {
    /** Notes that an attempt has a connection. */
    onConnected(response: Response): void {
      const forwarded = getForwardedRequest(response)
      forwarded.wasSent = true
      forwarded.timesSent += 1
      outages.delete(forwarded.upstream)
    },
    /** Repeats a request whose attempt failed, or responds with 503. */
    async onError(error: Error, response: Response): Promise<void> {
      if (response.destroyed) return
      if (response.headersSent) return void response.destroy()
      const forwarded = getForwardedRequest(response)
      const { instance, wasSent, upstream } = forwarded
      upstream.instances.reportFailure(instance)
      const delayMs = planNextAttempt(forwarded, error)
      if (delayMs === undefined) {
        log.warn({ err: error, to: instance.url, repeats: forwarded.repeats }, 'no response from upstream')
        return sendError(response, new DomainError('unavailable', { retryAfter: 2 }))
      }
      if (delayMs > 0) await delay(delayMs)
      if (response.destroyed || response.headersSent) return // the caller has left, or its body took too long
      repeated.inc({ upstream: upstream.name, reason: wasSent ? 'closed' : 'refused' })
      forwarded.repeats += 1
      forwarded.repeat()
    },
    /** Asks the next instance for a file that this one does not have, also one that is new. Returns false if none is left. */
    async askOtherInstance(response: Response): Promise<boolean> {
      const { instance, lackingInstances, upstream, repeat } = getForwardedRequest(response)
      lackingInstances.add(instance)
      const isMissing = () => upstream.instances.all.every((one) => lackingInstances.has(one))
      if (isMissing()) await lookUpAgain(upstream)
      if (isMissing() || response.destroyed) return false
      repeated.inc({ upstream: upstream.name, reason: 'missing' })
      repeat()
      return true
    },
  }
}
