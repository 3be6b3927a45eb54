import type { ErrorCode } from '@meadow/contracts'
import { DomainError } from '../errors.ts'
import { isOutage } from '../outage.ts'

/** What the body parser calls a body that did not arrive or does not parse. */
const MALFORMED = new Set(['entity.parse.failed', 'request.aborted', 'request.size.invalid'])

/** What Express and its parts refuse by themselves, e.g. a path with a broken `%` escape. */
const REFUSED: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
}

/** Any error in the product's language: ours as it is, an engine that is away as `unavailable`, else `unexpected`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isOutage(error)) return new DomainError('unavailable', { cause: error })
  if (!isRefusal(error)) return new DomainError('unexpected', { cause: error })
  const refused = MALFORMED.has(error.type ?? '') ? 'malformed_body' : REFUSED[error.status]
  return new DomainError(refused ?? 'unexpected', { cause: error })
}

const isRefusal = (error: unknown): error is { status: number; type?: string } =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  (error instanceof URIError || ('expose' in error && error.expose === true))
