import { ApiError } from '../api/api-error.ts'
import type { OutboxRefusal, OutboxRequest } from './outbox-entry.ts'
import { MissingReferenceError } from './outbox-references.ts'

/** An entry that is older is not sent without asking: the server forgets client keys after 35 days. */
export const MAX_ENTRY_AGE_MS = 30 * 24 * 60 * 60_000

export const DEPENDENCY_REFUSAL: OutboxRefusal = {
  status: 0,
  code: 'depends_on_refused',
  message: 'Something that this depends on was not accepted.',
}
export const EXPIRY_REFUSAL: OutboxRefusal = {
  status: 0,
  code: 'expired',
  message: 'This waited for more than 30 days.',
}

const UNKNOWN_REFUSAL: OutboxRefusal = { status: 0, code: 'unknown', message: 'Something went wrong' }

/** `later`: a repeat may succeed. `done`: nothing is left to do. `refused`: the member decides. */
export type OutboxFailure = 'later' | 'done' | 'refused'

/** Classifies the error of a request. */
export function classifyOutboxFailure(error: unknown, { doneCodes = [] }: OutboxRequest): OutboxFailure {
  if (error instanceof DOMException && error.name === 'AbortError') return 'later'
  if (!(error instanceof ApiError)) return 'refused'
  if (doneCodes.includes(error.code)) return 'done'
  const isTransient = error.code === 'offline' || [401, 408, 429].includes(error.status) || error.status >= 502
  return isTransient ? 'later' : 'refused'
}

/** A longer time would be a fault of the server. */
const MAX_RETRY_AFTER_MS = 10 * 60_000

/** Returns the time during which a request must not be repeated after this error. */
export const getRetryAfterMs = (error: unknown): number =>
  error instanceof ApiError ? Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0

/** Converts the error of a refused request. */
export function toOutboxRefusal(error: unknown): OutboxRefusal {
  if (error instanceof ApiError) {
    const { status, code, message, fields } = error
    return { status, code, message, ...(fields && { fields }) }
  }
  return error instanceof MissingReferenceError ? DEPENDENCY_REFUSAL : UNKNOWN_REFUSAL
}
