import { setTimeout as delay } from 'node:timers/promises'
import { summarizeDurations } from './offer-requests.ts'

const PROBE_INTERVAL_MS = 250
const PROBE_TIMEOUT_MS = 10_000

/** The probes of all instances, those without a 200, and the longest response in milliseconds. */
export type Readiness = { probes: number; unready: string[]; longestProbe: number }

/** Probes the readiness of instances, given their URLs by name, until `end`. */
export function watchReadiness(urls: ReadonlyMap<string, string>) {
  const durations: number[] = []
  const unready: string[] = []
  let isStopped = false

  async function probe(instance: string, url: string): Promise<void> {
    const startedAt = performance.now()
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      const body = await response.text()
      if (response.status !== 200) unready.push(`${instance} is not ready: ${body}`)
    } catch (error) {
      unready.push(`${instance} does not respond: ${error}`)
    }
    durations.push(performance.now() - startedAt)
  }

  const watching = [...urls].map(async ([instance, url]) => {
    for (; !isStopped; await delay(PROBE_INTERVAL_MS)) await probe(instance, url)
  })
  return {
    async end(): Promise<Readiness> {
      isStopped = true
      await Promise.all(watching)
      return { probes: durations.length, unready, longestProbe: summarizeDurations(durations).longest }
    },
  }
}
