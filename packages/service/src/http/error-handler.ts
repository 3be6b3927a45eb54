import { type ErrorBody, STATUS_BY_ERROR_KIND } from '@meadow/contracts'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { DomainError } from '../errors.ts'
import { toNetworkPrefix } from '../limits/network-prefix.ts'
import type { Logger } from '../logger.ts'
import { isOutage as isNetworkOutage } from '../outage.ts'
import { logSecurityEvent } from '../security-events.ts'
import { RefusedTokenError } from '../tokens/refused-token-error.ts'
import { toDomainError } from './to-domain-error.ts'

const RETRY_AFTER_SECONDS: Partial<Record<DomainError['kind'], number>> = { too_many: 60, unavailable: 2 }

/** Sends the error as a response: its status, message, code and request id. The cause is not sent. */
export function sendError(response: Response, error: DomainError): void {
  const retryAfter = error.retryAfter ?? RETRY_AFTER_SECONDS[error.kind]
  if (retryAfter) response.set('Retry-After', String(Math.ceil(retryAfter)))
  const body: ErrorBody = {
    error: error.message,
    code: error.code,
    requestId: response.get('x-request-id') ?? '',
    ...(error.fields && { fields: error.fields }),
    ...(error.fieldCodes && { fieldCodes: error.fieldCodes }),
    ...(error.restore && { restore: error.restore }),
    ...(error.secondFactor && { secondFactor: error.secondFactor }),
    ...(error.appeal && { appeal: error.appeal }),
    ...(error.draft !== undefined && { draft: error.draft }),
    ...(error.messageDraft !== undefined && { messageDraft: error.messageDraft }),
  }
  response.set('Cache-Control', 'no-store').status(STATUS_BY_ERROR_KIND[error.kind]).json(body)
}

type ErrorHandlerDeps = {
  log: Logger
  /** Recognises outages of the engines: they become 503 `unavailable`. @default outages of the network */
  isOutage?: (error: unknown) => boolean
}

/** Creates the Express error handler. Unexpected errors are logged completely and sent without any detail. */
export function createErrorHandler({ log, isOutage = isNetworkOutage }: ErrorHandlerDeps): ErrorRequestHandler {
  return (error, request, response, _next) => {
    const known = toDomainError(error, isOutage)
    logRefusal(log, known, request.ip)
    if (known.kind === 'unexpected') log.error({ err: error }, 'unexpected error')
    else if (known.kind === 'unavailable') log.warn({ err: known.cause ?? known }, 'unavailable')
    if (response.headersSent || !response.writable) response.destroy()
    else sendError(response, known)
  }
}

function logRefusal(log: Logger, error: DomainError, address = ''): void {
  const network = toNetworkPrefix(address)
  if (error.code === 'origin_not_allowed') logSecurityEvent(log, { event: 'auth.origin_refused', network })
  if (!(error instanceof RefusedTokenError)) return
  logSecurityEvent(log, { event: 'auth.token_refused', reason: error.reason, ...error.owner, network })
}

/** Responds with 404 to requests that no route has handled. */
export const notFoundHandler: RequestHandler = (_request, _response, next) => next(new DomainError('not_found'))
