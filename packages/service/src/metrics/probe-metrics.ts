import { type HealthProbe, isProbeFailing } from '../http/health-routes.ts'
import type { Metrics } from './metrics.ts'

/** Tells which of the engines that a service can do without for a while is away. */
export function registerProbeMetrics(metrics: Metrics, degraded: Record<string, HealthProbe>): void {
  const about = {
    name: 'service_degraded',
    help: '1 while this part, which the service can do without for a while, does not answer; else 0',
    labels: ['part'] as const,
  }
  for (const [part, probe] of Object.entries(degraded)) {
    metrics.gauge(about, async () => [{ labels: { part }, value: (await isProbeFailing(probe)) ? 1 : 0 }])
  }
}
