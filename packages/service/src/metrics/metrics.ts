import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../with-timeout.ts'
import { registerEventLoopMetrics } from './event-loop-metrics.ts'

type MetricOptions<Label extends string> = { name: string; help: string; labels?: readonly Label[] }
type GaugeReading<Label extends string> = { labels?: Record<Label, string>; value: number }
type ReadGauge<Label extends string> = () => GaugeReading<Label>[] | Promise<GaugeReading<Label>[]>

/**
 * What one service counts and tells Prometheus. Who asks for a name a second time gets the same counter or histogram, or
 * adds readings to the same gauge.
 */
export type Metrics = {
  counter<Label extends string = never>(about: MetricOptions<Label>): Counter<Label>
  histogram<Label extends string = never>(about: MetricOptions<Label> & { buckets: number[] }): Histogram<Label>
  /** `read` is asked at each scrape; when it fails or takes long, the scrape goes without it. */
  gauge<Label extends string = never>(about: MetricOptions<Label>, read: ReadGauge<Label>): void
  /** Measures from now on what all processes have: the delay of the event loop, memory, CPU, garbage collection. */
  collectProcessMetrics(): void
  render(): Promise<string>
  readonly contentType: string
}

/** Something that tells how it does: it is given the metrics of the service it belongs to, once, before it starts. */
export type MetricsSource = { registerMetrics?: RegisterMetrics }
export type RegisterMetrics = (metrics: Metrics) => void

/** The longest time that a timer takes, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1
const isEventLoopMetric = ({ name }: { name: string }) => name.startsWith('nodejs_eventloop_lag')

/** Longer than a probe waits, so that an engine that hangs is told as away. */
const GAUGE_TIMEOUT_MS = 2_000

/** Metrics of their own for each service, because tests run several in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const reads = new Map<string, ReadGauge<string>[]>()
  const toConfig = <Label extends string>({ name, help, labels = [] }: MetricOptions<Label>) => ({
    ...{ name, help, labelNames: labels },
    registers: [registry],
  })

  function addGauge(about: MetricOptions<string>, sources: ReadGauge<string>[]) {
    new Gauge({
      ...toConfig(about),
      async collect() {
        const answers = await Promise.allSettled(sources.map((read) => withTimeout(read, GAUGE_TIMEOUT_MS)))
        this.reset()
        if (!about.labels) this.remove() // or it would be 0 while nobody knows
        for (const answer of answers) {
          if (answer.status === 'rejected') continue
          for (const { labels = {}, value } of answer.value) this.set(labels, value)
        }
      },
    })
  }

  const metrics: Metrics = {
    counter: <Label extends string>(about: MetricOptions<Label>) =>
      (registry.getSingleMetric(about.name) as Counter<Label> | undefined) ?? new Counter(toConfig(about)),
    histogram: <Label extends string>(about: MetricOptions<Label> & { buckets: number[] }) =>
      (registry.getSingleMetric(about.name) as Histogram<Label> | undefined) ??
      new Histogram({ ...toConfig(about), buckets: about.buckets }),
    gauge(about, read) {
      const sources = reads.get(about.name)
      if (sources) return void sources.push(read)
      const first = [read]
      reads.set(about.name, first)
      addGauge(about, first)
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
