import type { RequestHandler } from 'express'

/**
 * Creates one handler that runs synchronous handlers in this order, until one of them responds or fails. Express would match
 * the path of each request for each handler.
 */
export function runInOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let index = 0
    const runNext = (error?: unknown): void => {
      const handler = error === undefined ? handlers[index] : undefined
      index += 1
      if (handler) handler(request, response, runNext)
      else next(error)
    }
    runNext()
  }
}
