import type { RequestHandler } from 'express'
import type { Logger } from '../logger.ts'
import { getTrace, runInTrace } from '../trace.ts'

/** Longer paths are cut in the log: a path may have 16 KB, and nobody reads what follows. */
const MAX_PATH_LENGTH = 200

/** Logs one line per request: method, path, status and duration. The query is left out, as it can contain search terms. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl } = request
    const startedAt = performance.now()
    const writeLine = () => {
      const [path = ''] = originalUrl.split('?', 1)
      const line = {
        method,
        path: path.slice(0, MAX_PATH_LENGTH),
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
      }
      if (!response.writableFinished) log.warn(line, 'response not completed')
      else if (response.statusCode >= 500) log.warn(line, 'request failed')
      else log.info(line, 'request completed')
    }
    // a connection that the caller closes ends outside of the request's trace
    const trace = getTrace()
    response.once('close', () => (trace && trace !== getTrace() ? runInTrace(trace, writeLine) : writeLine()))
    next()
  }
}
