import { monitorEventLoopDelay } from 'node:perf_hooks'

type RegisterGauge = (about: { name: string; help: string }, read: () => { value: number }[]) => void
type EventLoopHistogram = ReturnType<typeof monitorEventLoopDelay>

const LAG_STATISTICS: Record<string, (turns: EventLoopHistogram) => number> = {
  p99: (turns) => turns.percentile(99),
  max: ({ max }) => max,
}

/**
 * Tells for how long turns of the event loop kept all else waiting. Each turn is measured when it comes: the timer by
 * which prom-client measures wakes a process that has nothing to do a hundred times a second.
 */
export function registerEventLoopMetrics(gauge: RegisterGauge): void {
  for (const [name, read] of Object.entries(LAG_STATISTICS)) {
    const turns = monitorEventLoopDelay({ samplePerIteration: true })
    turns.enable()
    const about = {
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: `How long a turn of the event loop took since this was asked last (${name})`,
    }
    gauge(about, () => {
      const value = read(turns) / 1e9
      turns.reset()
      return [{ value }]
    })
  }
}
