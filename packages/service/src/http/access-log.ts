import type { RequestHandler } from 'express'
import type { Logger } from '../logger.ts'

/** One line per answered request: method, path (never the query, which may tell what people look for), status, time. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl } = request
    if (originalUrl.startsWith('/health/')) return next()
    const begun = performance.now()
    response.once('close', () => {
      const [path] = originalUrl.split('?', 1)
      const line = { method, path, status: response.statusCode, ms: Math.round(performance.now() - begun) }
      if (!response.writableFinished) log.warn(line, 'not answered to the end')
      else if (response.statusCode >= 500) log.warn(line, 'answered')
      else log.info(line, 'answered')
    })
    next()
  }
}
