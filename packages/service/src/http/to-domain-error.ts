import type { ErrorCode } from '@meadow/contracts'
import { DomainError } from '../errors.ts'

/** Error types of body-parser for a body that is incomplete or does not parse. */
const MALFORMED_BODY_TYPES = new Set(['entity.parse.failed', 'request.aborted', 'request.size.invalid'])

/** Error codes for requests that Express itself refuses, such as a path with a broken `%` escape. */
const CODES_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
}

/** Converts any error to a DomainError: an outage of an engine to `unavailable`, an unknown error to `unexpected`. */
export function toDomainError(error: unknown, isOutage: (error: unknown) => boolean): DomainError {
  if (error instanceof DomainError) return error
  if (isOutage(error)) return new DomainError('unavailable', { cause: error })
  if (!isHttpError(error)) return new DomainError('unexpected', { cause: error })
  const code = MALFORMED_BODY_TYPES.has(error.type ?? '') ? 'malformed_body' : CODES_BY_STATUS[error.status]
  return new DomainError(code ?? 'unexpected', { cause: error })
}

const isHttpError = (error: unknown): error is { status: number; type?: string } =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  (error instanceof URIError || ('expose' in error && error.expose === true))
