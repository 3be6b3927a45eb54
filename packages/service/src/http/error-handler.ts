import { type ErrorBody, STATUS_BY_ERROR_KIND } from '@meadow/contracts'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { DomainError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { toDomainError } from './to-domain-error.ts'

const RETRY_AFTER_SECONDS: Partial<Record<DomainError['kind'], number>> = { too_many: 60, unavailable: 2 }

/** Answers with the error: its status, words, code and request id, and nothing of its cause. */
export function sendError(response: Response, error: DomainError): void {
  const retryAfter = error.retryAfter ?? RETRY_AFTER_SECONDS[error.kind]
  if (retryAfter) response.set('Retry-After', String(Math.ceil(retryAfter)))
  const body: ErrorBody = {
    error: error.message,
    code: error.code,
    requestId: response.get('x-request-id') ?? '',
    ...(error.fields && { fields: error.fields }),
    ...(error.fieldCodes && { fieldCodes: error.fieldCodes }),
  }
  response.set('Cache-Control', 'no-store').status(STATUS_BY_ERROR_KIND[error.kind]).json(body)
}

/** The one place where errors meet HTTP. What we did not foresee is logged whole and answered with nothing of it. */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    const known = toDomainError(error)
    if (known.kind === 'unexpected') log.error({ err: error }, 'unexpected error')
    else if (known.kind === 'unavailable') log.warn({ err: known.cause ?? known }, 'unavailable')
    if (response.headersSent || !response.writable) response.destroy()
    else sendError(response, known)
  }
}

/** For whatever nobody answered. */
export const notFoundHandler: RequestHandler = (_request, _response, next) => next(new DomainError('not_found'))
