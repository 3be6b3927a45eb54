import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../with-timeout.ts'
import { registerEventLoopMetrics } from './event-loop-metrics.ts'

type MetricOptions<Label extends string> = { name: string; help: string; labels?: readonly Label[] }
type GaugeReading<Label extends string> = { labels?: Record<Label, string>; value: number }
type ReadGauge<Label extends string> = () => GaugeReading<Label>[] | Promise<GaugeReading<Label>[]>

/**
 * The metrics of one service. A second registration of a name returns the same counter or histogram, or adds readings to
 * the same gauge.
 */
export type Metrics = {
  counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label>
  histogram<Label extends string = never>(options: MetricOptions<Label> & { buckets: number[] }): Histogram<Label>
  /** Registers a gauge. `read` runs at each scrape; its values are left out if it fails or takes too long. */
  gauge<Label extends string = never>(options: MetricOptions<Label>, read: ReadGauge<Label>): void
  /** Starts the metrics of the process: event loop delay, memory, CPU and garbage collection. */
  collectProcessMetrics(): void
  /** Renders all metrics in the text format of Prometheus. */
  render(): Promise<string>
  readonly contentType: string
}

/** A component with metrics. `registerMetrics` is called once, before the service starts. */
export type MetricsSource = { registerMetrics?: RegisterMetrics }
export type RegisterMetrics = (metrics: Metrics) => void

/** The longest delay of a timer in Node. */
const MAX_TIMER_MS = 2 ** 31 - 1
const isEventLoopMetric = ({ name }: { name: string }) => name.startsWith('nodejs_eventloop_lag')

/** Longer than the time-out of a probe, so that an engine that hangs is reported as away. */
const GAUGE_TIMEOUT_MS = 2_000

/** Creates the metrics of one service. Each has its own registry, because tests run several services in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const reads = new Map<string, ReadGauge<string>[]>()
  const toConfig = <Label extends string>({ name, help, labels = [] }: MetricOptions<Label>) => ({
    name,
    help,
    labelNames: labels,
    registers: [registry],
  })

  function addGauge(options: MetricOptions<string>, sources: ReadGauge<string>[]) {
    new Gauge({
      ...toConfig(options),
      async collect() {
        const results = await Promise.allSettled(sources.map((read) => withTimeout(read, GAUGE_TIMEOUT_MS)))
        this.reset()
        if (!options.labels) this.remove() // without a reading the value is unknown, not 0
        for (const result of results) {
          if (result.status === 'rejected') continue
          for (const { labels = {}, value } of result.value) this.set(labels, value)
        }
      },
    })
  }

  const metrics: Metrics = {
    counter: <Label extends string>(options: MetricOptions<Label>) =>
      (registry.getSingleMetric(options.name) as Counter<Label> | undefined) ?? new Counter(toConfig(options)),
    histogram: <Label extends string>(options: MetricOptions<Label> & { buckets: number[] }) =>
      (registry.getSingleMetric(options.name) as Histogram<Label> | undefined) ??
      new Histogram({ ...toConfig(options), buckets: options.buckets }),
    gauge(options, read) {
      const sources = reads.get(options.name)
      if (sources) return void sources.push(read)
      const first = [read]
      reads.set(options.name, first)
      addGauge(options, first)
    },
    collectProcessMetrics() {
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: MAX_TIMER_MS })
      for (const { name } of registry.getMetricsAsArray().filter(isEventLoopMetric)) registry.removeSingleMetric(name)
      registerEventLoopMetrics(metrics.gauge)
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  }
  return metrics
}
