import { monitorEventLoopDelay } from 'node:perf_hooks'

type RegisterGauge = (options: { name: string; help: string }, read: () => { value: number }[]) => void
type EventLoopHistogram = ReturnType<typeof monitorEventLoopDelay>

const LAG_STATISTICS: Record<string, (histogram: EventLoopHistogram) => number> = {
  p99: (histogram) => histogram.percentile(99),
  max: ({ max }) => max,
}

/**
 * Registers gauges of the event loop delay. Each iteration is measured when it happens: prom-client's own timer would
 * wake an idle process a hundred times a second.
 */
export function registerEventLoopMetrics(gauge: RegisterGauge): void {
  for (const [name, read] of Object.entries(LAG_STATISTICS)) {
    const histogram = monitorEventLoopDelay({ samplePerIteration: true })
    histogram.enable()
    const options = {
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `Delay of an event loop iteration since the last scrape (${name})`,
    }
    gauge(options, () => {
      const value = read(histogram) / 1e9
      histogram.reset()
      return [{ value }]
    })
  }
}
