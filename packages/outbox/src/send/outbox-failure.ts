import { DEPENDENCY_REFUSAL } from '../store/outbox-dependents.ts'
import type { OutboxRefusal, OutboxRequest } from '../store/outbox-entry.ts'
import { MissingReferenceError } from '../store/outbox-references.ts'

/** The error of a request, as `ApiError` of `@meadow/web` is. `status` is 0 and `code` is `offline` without a response. */
export type OutboxRequestError = Error & {
  status: number
  code: string
  fields?: Record<string, string> | undefined
  /** The time after which the server wants the next attempt. */
  retryAfterMs?: number | undefined
}

/** A longer time would be a fault of the server. */
const MAX_RETRY_AFTER_MS = 10 * 60_000
const UNKNOWN_REFUSAL: OutboxRefusal = { status: 0, code: 'unknown', message: 'Something went wrong' }

/** Returns true for the error of a request; false for an abort, or a fault of this page. */
export const isRequestError = (error: unknown): error is OutboxRequestError =>
  error instanceof Error && 'status' in error && 'code' in error

/**
 * Classifies the error of a request. `later`: a repeat may succeed. `done`: nothing is left to do. `refused`: the member
 * decides.
 */
export function classifyOutboxFailure(error: unknown, { doneCodes = [] }: OutboxRequest): 'later' | 'done' | 'refused' {
  if (error instanceof DOMException && error.name === 'AbortError') return 'later'
  if (!isRequestError(error)) return 'refused'
  if (doneCodes.includes(error.code)) return 'done'
  const isTransient = error.code === 'offline' || [401, 408, 429].includes(error.status) || error.status >= 502
  return isTransient ? 'later' : 'refused'
}

/** Returns the time during which a request must not be repeated after this error. */
export const getRetryAfterMs = (error: unknown): number =>
  isRequestError(error) ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0

/** Converts the error of a refused request. */
export function toOutboxRefusal(error: unknown): OutboxRefusal {
  if (isRequestError(error)) {
    const { status, code, message, fields } = error
    return { status, code, message, ...(fields && { fields }) }
  }
  return error instanceof MissingReferenceError ? DEPENDENCY_REFUSAL : UNKNOWN_REFUSAL
}
