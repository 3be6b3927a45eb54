import { DomainError } from '@meadow/service'
import type { Request, RequestHandler } from 'express'

export const isReadRequest = ({ method }: Pick<Request, 'method'>): boolean => method === 'GET' || method === 'HEAD'

const ALLOWED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Refuses methods that no call uses. TRACE would return the headers of a request, and a refused OPTIONS (a preflight)
 * stops calls from pages of other origins.
 */
export const checkMethod: RequestHandler = ({ method }, _response, next) =>
  next(ALLOWED_METHODS.has(method) ? undefined : new DomainError('not_found'))
