import { type RequestHandler, Router } from 'express'
import type { Metrics } from './metrics.ts'

/** Creates the route `GET /metrics`. The gateway does not forward it. */
export function createMetricsRoute(metrics: Metrics): RequestHandler {
  return Router().get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.render())
  })
}
