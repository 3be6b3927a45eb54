import { eventsByType } from '@meadow/contracts'
import type { Logger } from '@meadow/service'
import type { ConsumerDelivery } from '../operator/replay.ts'
import type { ConsumerMetrics } from './consumer-metrics.ts'
import type { HandlerTask } from './event-handler.ts'

/** More than a newer version adds. A producer that sends other values each time must not fill the memory or the log. */
const MAX_WARNINGS = 1_000

/** Reports what newer versions publish and this version does not know. */
export type UnknownContentReport = {
  /** Counts the events of a type that no contract defines, which the consumer skips. Warns once of each type. */
  reportSkipped(batch: readonly ConsumerDelivery[], metrics: ConsumerMetrics | undefined): void
  /** Counts the handled events with enum values that no contract defines. Warns once of each field and value. */
  reportValues<Bound>(task: HandlerTask<Bound>, metrics: ConsumerMetrics | undefined): void
}

/** Creates the report of one consumer. */
export function createUnknownContentReport(consumer: string, log: Logger): UnknownContentReport {
  const warnings = new Set<string>()

  function warnOnce(content: { topic: string; type: string; value?: string }, text: string): void {
    const key = `${content.type} ${content.value ?? ''}`
    if (warnings.has(key) || warnings.size === MAX_WARNINGS) return
    warnings.add(key)
    log.warn({ consumer, ...content }, text)
  }

  return {
    reportSkipped(batch, metrics) {
      for (const { topic, event } of batch) {
        const { type } = Object(event)
        if (typeof type !== 'string' || eventsByType.has(type)) continue
        warnOnce({ topic, type }, 'skipping events of an unknown type: a newer version publishes them')
        metrics?.countUnknown(topic, 'type')
      }
    },
    reportValues({ event: { type }, handlers, unknownValues }, metrics) {
      const topic = handlers[0]?.definition.topic ?? ''
      for (const value of unknownValues)
        warnOnce({ topic, type, value }, 'an event has an unknown value: a newer version publishes it')
      if (unknownValues.length > 0) metrics?.countUnknown(topic, 'value')
    },
  }
}
