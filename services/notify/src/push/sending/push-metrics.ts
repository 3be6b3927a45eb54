import type { Metrics } from '@meadow/service'
import type { PushQueue } from '../queue/push-queue.ts'
import type { PushOutcome } from './send-push.ts'

const DELAY_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600]

export type PushMetrics = {
  /** Counts a push by its outcome. */
  count(outcome: PushOutcome): void
  /** Observes the time from the cause of a push to its acceptance by the push service. */
  observeDelay(ms: number): void
}

const OUTCOMES: readonly PushOutcome[] = [
  'sent',
  'expired',
  'quiet',
  'gone',
  'refused',
  'too_many_requests',
  'service_error',
  'timed_out',
  'unreachable',
  'not_allowed',
]

/** Creates the metrics of the push sender. */
export function createPushMetrics(metrics: Metrics, queue: Pick<PushQueue, 'measureBacklog'>): PushMetrics {
  const outcomes = metrics.counter({
    name: 'push_attempts_total',
    help: 'Pushes by outcome: accepted by the push service, dropped here, or failed; a failed push may be sent again',
    labels: ['outcome'],
  })
  for (const outcome of OUTCOMES) outcomes.inc({ outcome }, 0) // shows 0 from the start
  const delays = metrics.histogram({
    name: 'push_delay_seconds',
    help: 'Time from the cause of a push to its acceptance by the push service',
    buckets: DELAY_BUCKETS_SECONDS,
  })
  const length = { name: 'push_queue_pushes', help: 'Pushes that wait; at most 100,000 are counted' }
  metrics.gauge(length, async () => [{ value: (await queue.measureBacklog()).length }])
  const age = {
    name: 'push_queue_oldest_seconds',
    help: 'Age of the cause of the oldest waiting push; 0 if none waits',
  }
  metrics.gauge(age, async () => {
    const { oldest } = await queue.measureBacklog()
    return [{ value: oldest ? Math.max(0, (Date.now() - oldest.getTime()) / 1_000) : 0 }]
  })
  return {
    count: (outcome) => outcomes.inc({ outcome }),
    observeDelay: (ms) => delays.observe(Math.max(0, ms) / 1_000),
  }
}
