import type { PushFailure } from '@meadow/contracts'

/** The response of a push service, or the reason why there is none. */
export type PushResponse =
  | { status: number; retryAfter: string | undefined }
  | { error: 'timed_out' | 'unreachable' | 'not_allowed' }

/**
 * The result of an attempt. `gone`: the subscription has ended; `retry`: the push service is busy or away; `refused`: it will never
 * accept this push.
 */
export type PushResult =
  | { result: 'sent' }
  | { result: 'gone'; failure: PushResultFailure }
  | { result: 'refused'; failure: PushResultFailure }
  | { result: 'retry'; failure: PushResultFailure; retryAfter: string | undefined }

type PushResultFailure = Pick<PushFailure, 'code' | 'status'>

const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 3_600_000
/** A push service may demand a longer pause, but not one that outlives a push. */
const MAX_RETRY_AFTER_MS = 86_400_000

/** Decides what a response means. Redirects are refused, never followed. */
export function toPushResult(response: PushResponse): PushResult {
  if ('error' in response) {
    const failure = { code: response.error, status: null }
    return response.error === 'not_allowed'
      ? { result: 'refused', failure }
      : { result: 'retry', failure, retryAfter: undefined }
  }
  const { status, retryAfter } = response
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 404 || status === 410) return { result: 'gone', failure: { code: 'refused', status } }
  if (status === 429) return { result: 'retry', failure: { code: 'too_many_requests', status }, retryAfter }
  if (status === 408 || status >= 500)
    return { result: 'retry', failure: { code: 'service_error', status }, retryAfter }
  return { result: 'refused', failure: { code: 'refused', status } }
}

/**
 * Returns the time of the next attempt after a number of failures in a row: from 5 s doubling to an hour, or later if the header
 * `Retry-After` demands it, in seconds or as a date.
 */
export function computeRetryTime(
  failures: number,
  { now, retryAfter }: { now: Date; retryAfter?: string | undefined },
): Date {
  const backOffMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(failures, 20))
  const demandedMs = Math.min(MAX_RETRY_AFTER_MS, parseRetryAfter(retryAfter ?? '', now))
  return new Date(now.getTime() + Math.max(backOffMs, demandedMs))
}

/** Returns the pause in milliseconds; 0 if the header has no valid value. */
function parseRetryAfter(value: string, now: Date): number {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const time = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime())
}
