import type { Metrics } from '@meadow/service'

type ConsumerMetricsDeps = { metrics: Metrics; group: string; topics: readonly string[]; isPaused: () => boolean }

export type ConsumerMetrics = {
  observeBatch(size: number): void
  countHandled(topic: string, count: number): void
  countDeadLetter(topic: string): void
  countUnknown(topic: string, unknown: 'type' | 'value'): void
}

/** Creates the metrics of one consumer. */
export function createConsumerMetrics({ metrics, group, topics, isPaused }: ConsumerMetricsDeps): ConsumerMetrics {
  const batches = metrics.histogram({
    name: 'consumer_batch_events',
    help: 'Events per delivered batch, including events without a handler',
    labels: ['group'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
  })
  const handled = metrics.counter({
    name: 'consumer_events_total',
    help: 'Handled events, without repeats',
    labels: ['group', 'topic'],
  })
  const deadLetters = metrics.counter({
    name: 'consumer_dead_letters_total',
    help: 'Events that could not be handled and became dead letters',
    labels: ['group', 'topic'],
  })
  const paused = {
    name: 'consumer_paused',
    help: '1 while the consumer group makes no dead letters, because too many of its events fail, else 0',
    labels: ['group'] as const,
  }
  metrics.gauge(paused, () => [{ labels: { group }, value: isPaused() ? 1 : 0 }])
  const unknowns = metrics.counter({
    name: 'consumer_unknown_events_total',
    help: 'Events with something that only newer versions know: a type (the event is skipped), or a value of an enum',
    labels: ['group', 'topic', 'unknown'],
  })
  for (const topic of topics) for (const unknown of ['type', 'value']) unknowns.inc({ group, topic, unknown }, 0)
  for (const topic of topics) for (const counter of [handled, deadLetters]) counter.inc({ group, topic }, 0) // shows 0 from the start

  return {
    observeBatch: (size) => batches.observe({ group }, size),
    countHandled: (topic, count) => handled.inc({ group, topic }, count),
    countDeadLetter: (topic) => deadLetters.inc({ group, topic }),
    countUnknown: (topic, unknown) => unknowns.inc({ group, topic, unknown }),
  }
}
