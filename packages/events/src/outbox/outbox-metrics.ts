import type { Metrics } from '@meadow/service'
import type { Outbox } from './outbox.ts'

/** Registers the number of events in the outbox, and the age of the oldest. */
export function registerOutboxMetrics(metrics: Metrics, outbox: Outbox): void {
  const length = { name: 'outbox_events', help: 'Unpublished events in the outbox; at most 100,000 are counted' }
  metrics.gauge(length, async () => [{ value: (await outbox.measureBacklog()).length }])
  const age = { name: 'outbox_oldest_seconds', help: 'Age of the oldest event in the outbox; 0 if it is empty' }
  metrics.gauge(age, async () => {
    const { oldest } = await outbox.measureBacklog()
    return [{ value: oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1_000) : 0 }]
  })
}
