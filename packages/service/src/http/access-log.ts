import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestHandler } from 'express'
import type { Logger } from '../logger.ts'

/** One line per answered request: method, path (never the query, which may tell what people look for), status, time. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl } = request
    const begun = performance.now()
    const tell = () => {
      const [path] = originalUrl.split('?', 1)
      const line = { method, path, status: response.statusCode, ms: Math.round(performance.now() - begun) }
      if (!response.writableFinished) log.warn(line, 'not answered to the end')
      else if (response.statusCode >= 500) log.warn(line, 'answered')
      else log.info(line, 'answered')
    }
    response.once('close', AsyncLocalStorage.bind(tell)) // a caller who leaves ends it outside of the request's trace
    next()
  }
}
