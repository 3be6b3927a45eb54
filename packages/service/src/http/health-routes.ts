import { type RequestHandler, Router } from 'express'
import { withTimeout } from '../with-timeout.ts'

/** Checks a dependency. @throws when it is not available */
export type HealthProbe = () => Promise<unknown>

type HealthRoutesDeps = {
  readinessProbes?: Record<string, HealthProbe>
  degradationProbes?: Record<string, HealthProbe>
  features?: Record<string, string> | undefined
  isDraining: () => boolean
}

const PROBE_TIMEOUT_MS = 1_000

/** Creates the routes for orchestrators: `/health/live` and `/health/ready`, which lists failing dependencies. */
export function createHealthRoutes({
  readinessProbes = {},
  degradationProbes = {},
  features,
  isDraining,
}: HealthRoutesDeps): RequestHandler {
  const routes = Router()
  routes.get('/health/live', (_request, response) => void response.json({ status: 'ok' }))
  routes.get('/health/ready', async (_request, response) => {
    const [failing, degraded] = await Promise.all([
      findFailingProbes(readinessProbes),
      findFailingProbes(degradationProbes),
    ])
    const isReady = failing.length === 0 && !isDraining()
    const status = isDraining() ? 'draining' : isReady ? 'ready' : 'not_ready'
    response.status(isReady ? 200 : 503).json({ status, failing, degraded, features })
  })
  return routes
}

async function findFailingProbes(probes: Record<string, HealthProbe>): Promise<string[]> {
  const names = Object.keys(probes)
  const results = await Promise.all(Object.values(probes).map(isProbeFailing))
  return names.filter((_name, index) => results[index])
}

/** Runs a probe. Returns true when it throws or takes longer than a second. */
export const isProbeFailing = (probe: HealthProbe): Promise<boolean> =>
  withTimeout(probe, PROBE_TIMEOUT_MS).then(
    () => false,
    () => true,
  )
