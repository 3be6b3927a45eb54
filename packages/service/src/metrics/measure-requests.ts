import type { RequestHandler } from 'express'
import type { Metrics } from './metrics.ts'

const DURATION_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Measures the duration of every request by method, route and class of status. The route is the pattern that matched, or
 * the value of `response.locals.route`. It is never the path, which differs for each post.
 */
export function measureRequests(metrics: Metrics): RequestHandler {
  const durations = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response was sent; status "unfinished": the connection ended before',
    labels: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
  })
  return (request, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => {
      const route = String(response.locals['route'] ?? request.route?.path ?? 'none')
      const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'unfinished'
      durations.observe({ method: request.method, route, status }, (performance.now() - startedAt) / 1000)
    })
    next()
  }
}
