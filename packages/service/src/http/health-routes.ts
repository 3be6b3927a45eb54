import { type RequestHandler, Router } from 'express'
import { withTimeout } from '../with-timeout.ts'

/** Asks an engine whether it answers; throws when it does not. */
export type HealthProbe = () => Promise<unknown>

type HealthRoutesDeps = {
  ready: Record<string, HealthProbe>
  degraded: Record<string, HealthProbe>
  isDraining: () => boolean
}

const PROBE_TIMEOUT_MS = 1_000

/** For whoever runs the process: does it live, may it be given work, and what is missing around it. */
export function createHealthRoutes({ ready, degraded, isDraining }: HealthRoutesDeps): RequestHandler {
  const routes = Router()
  routes.get('/health/live', (_request, response) => void response.json({ status: 'ok' }))
  routes.get('/health/ready', async (_request, response) => {
    const [needed, missed] = await Promise.all([findFailingProbes(ready), findFailingProbes(degraded)])
    const isReady = needed.length === 0 && !isDraining()
    const status = isDraining() ? 'draining' : isReady ? 'ready' : 'not_ready'
    response.status(isReady ? 200 : 503).json({ status, failing: needed, degraded: missed })
  })
  return routes
}

async function findFailingProbes(probes: Record<string, HealthProbe>): Promise<string[]> {
  const names = Object.keys(probes)
  const answers = await Promise.all(Object.values(probes).map(isProbeFailing))
  return names.filter((_name, index) => answers[index])
}

/** Whether an engine does not answer, or not within a second. */
export const isProbeFailing = (probe: HealthProbe): Promise<boolean> =>
  withTimeout(probe, PROBE_TIMEOUT_MS).then(
    () => false,
    () => true,
  )
