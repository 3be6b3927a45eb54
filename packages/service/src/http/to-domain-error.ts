import type { ErrorCode } from '@meadow/contracts'
import { DomainError } from '../errors.ts'
import { isOutage } from '../outage.ts'

/** What the body parser calls a body that did not arrive or does not parse. */
const MALFORMED_BODY_TYPES = new Set(['entity.parse.failed', 'request.aborted', 'request.size.invalid'])

/** What Express and its parts refuse by themselves, e.g. a path with a broken `%` escape. */
const CODES_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
}

/** Any error in the product's language: ours as it is, an engine that is away as `unavailable`, else `unexpected`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isOutage(error)) return new DomainError('unavailable', { cause: error })
  if (!isHttpError(error)) return new DomainError('unexpected', { cause: error })
  const refused = MALFORMED_BODY_TYPES.has(error.type ?? '') ? 'malformed_body' : CODES_BY_STATUS[error.status]
  return new DomainError(refused ?? 'unexpected', { cause: error })
}

const isHttpError = (error: unknown): error is { status: number; type?: string } =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  (error instanceof URIError || ('expose' in error && error.expose === true))
