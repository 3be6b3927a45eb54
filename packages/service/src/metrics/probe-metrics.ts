import { type HealthProbe, isProbeFailing } from '../http/health-routes.ts'
import type { Metrics } from './metrics.ts'

/** Registers the gauge `service_degraded`, one value per probe. */
export function registerProbeMetrics(metrics: Metrics, degradationProbes: Record<string, HealthProbe>): void {
  const options = {
    name: 'service_degraded',
    help: '1 while this optional dependency of the service is not available, else 0',
    labels: ['part'] as const,
  }
  for (const [part, probe] of Object.entries(degradationProbes)) {
    metrics.gauge(options, async () => [{ labels: { part }, value: (await isProbeFailing(probe)) ? 1 : 0 }])
  }
}
