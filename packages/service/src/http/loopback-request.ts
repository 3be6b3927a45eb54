import type { Request } from 'express'

/**
 * The header by which the gateway says that a request came from a browser on its own machine. The gateway removes it from
 * requests of callers.
 */
export const LOOPBACK_REQUEST_HEADER = 'x-loopback-request'

/** Checks that the gateway has marked a request as one of its own machine. */
export const isLoopbackRequest = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers[LOOPBACK_REQUEST_HEADER] === '1'
