import type { IncomingMessage } from 'node:http'
import { DomainError, sendError } from '@meadow/service'
import type { RequestHandler } from 'express'
import { findRoute } from './routes.ts'

/** The longest time for receiving a body that is no upload: at most 256 KB. */
export const BODY_TIMEOUT_MS = 15_000

/** Returns true if the headers of a request declare a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/**
 * Creates the time limit for bodies: one that has not arrived whole after `timeoutMs` gets 408 and its connection is closed.
 * Uploads have the time-outs of the listener only.
 */
export function limitBodyTime(timeoutMs: number): RequestHandler {
  return (request, response, next) => {
    if (!hasBody(request) || findRoute(request.path)?.isUpload) return next()
    const { socket } = request
    const timer = setTimeout(() => {
      if (request.complete) return
      if (response.headersSent) return void socket.destroy()
      response.once('finish', () => socket.destroySoon())
      socket.once('close', () => request.destroy(createConnectionError())) // ends the request to the upstream
      response.shouldKeepAlive = false
      sendError(response, new DomainError('request_timeout'))
    }, timeoutMs)
    request.once('close', () => clearTimeout(timer))
    next()
  }
}

/** Creates the error of a connection that the caller has closed. The proxy ends its request without a response. */
const createConnectionError = () => Object.assign(new Error('the body did not arrive in time'), { code: 'ECONNRESET' })
