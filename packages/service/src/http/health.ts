import { type RequestHandler, Router } from 'express'
import { inTime } from '../in-time.ts'

/** Asks an engine whether it answers; throws when it does not. */
export type Probe = () => Promise<unknown>

type Parts = { ready: Record<string, Probe>; degraded: Record<string, Probe>; isDraining: () => boolean }

const PATIENCE = 1_000

/** For whoever runs the process: does it live, may it be given work, and what is missing around it. */
export function healthRoutes({ ready, degraded, isDraining }: Parts): RequestHandler {
  const routes = Router()
  routes.get('/health/live', (_request, response) => void response.json({ status: 'ok' }))
  routes.get('/health/ready', async (_request, response) => {
    const [needed, missed] = await Promise.all([failing(ready), failing(degraded)])
    const isReady = needed.length === 0 && !isDraining()
    const status = isDraining() ? 'draining' : isReady ? 'ready' : 'not_ready'
    response.status(isReady ? 200 : 503).json({ status, failing: needed, degraded: missed })
  })
  return routes
}

async function failing(probes: Record<string, Probe>): Promise<string[]> {
  const names = Object.keys(probes)
  const answers = await Promise.all(Object.values(probes).map(isFailing))
  return names.filter((_name, index) => answers[index])
}

/** Whether an engine does not answer, or not within a second. */
export const isFailing = (probe: Probe): Promise<boolean> =>
  inTime(probe, PATIENCE).then(
    () => false,
    () => true,
  )
