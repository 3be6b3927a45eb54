import type { Metrics } from '@meadow/service'

type Of = { metrics: Metrics; group: string; topics: readonly string[] }

export type Meter = {
  /** A batch came over the bus. */
  came(size: number): void
  handled(topic: string): void
  died(topic: string): void
}

/** Counts what a consumer does. */
export function createMeter({ metrics, group, topics }: Of): Meter {
  const batches = metrics.histogram({
    name: 'consumer_batch_events',
    help: 'How many events came at once over the bus, those included that nobody here wants',
    labels: ['group'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
  })
  const handled = metrics.counter({
    name: 'consumer_events_total',
    help: 'Events that were handled, each once',
    labels: ['group', 'topic'],
  })
  const dead = metrics.counter({
    name: 'consumer_dead_letters_total',
    help: 'Events that could not be handled and became dead letters',
    labels: ['group', 'topic'],
  })
  for (const topic of topics) for (const counter of [handled, dead]) counter.inc({ group, topic }, 0) // told from the start

  return {
    came: (size) => batches.observe({ group }, size),
    handled: (topic) => handled.inc({ group, topic }),
    died: (topic) => dead.inc({ group, topic }),
  }
}
