import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Answers for nobody what no call of ours uses: TRACE would show a request to whoever sent it for somebody else, and an
 * OPTIONS that is not answered keeps the pages of other sites from making calls.
 */
export const refuseOtherMethods: RequestHandler = ({ method }, _response, next) =>
  next(METHODS.has(method) ? undefined : new DomainError('not_found'))
