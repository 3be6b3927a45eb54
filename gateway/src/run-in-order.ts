import type { RequestHandler } from 'express'

/**
 * Creates one handler that runs handlers in this order, until one of them responds or fails. Express would match the path of
 * each request for each handler, which takes longer than most of the handlers.
 */
export function runInOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let index = 0
    const runNext = (error?: unknown): void => {
      const handler = error === undefined ? handlers[index] : undefined
      index += 1
      if (!handler) return void next(error)
      const result: unknown = handler(request, response, runNext)
      if (result instanceof Promise) result.catch(runNext)
    }
    runNext()
  }
}
