import type { Metrics } from '@meadow/service'
import type { Outbox } from './outbox.ts'

/** Tells how many events wait in the outbox, and for how long. */
export function measureOutbox(metrics: Metrics, outbox: Outbox): void {
  const length = { name: 'outbox_events', help: 'Events that wait in the outbox, counted up to 100,000' }
  metrics.gauge(length, async () => [{ value: (await outbox.measureBacklog()).length }])
  const age = {
    name: 'outbox_oldest_seconds',
    help: 'How long ago the oldest event in the outbox happened; 0: none waits',
  }
  metrics.gauge(age, async () => {
    const { oldest } = await outbox.measureBacklog()
    return [{ value: oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1_000) : 0 }]
  })
}
