import { type RequestHandler, Router } from 'express'
import type { Metrics } from './metrics.ts'

/** `GET /metrics` in the text format of Prometheus, for whoever runs the process; never through the gateway. */
export function createMetricsRoute(metrics: Metrics): RequestHandler {
  return Router().get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).send(await metrics.render())
  })
}
