import type { CallResponse, calls } from '@meadow/contracts'
import { getJson } from '@meadow/service/get-json'

type HealthReport = CallResponse<typeof calls.health>

/** The addresses of each upstream. One ready instance is enough. */
type UpstreamUrls = Record<string, string | readonly string[]>

const PROBE_TIMEOUT_MS = 1_000
const CACHE_MS = 1_000

/** Creates a function that probes all upstreams. The report is cached for a second. */
export function createHealthCheck({
  upstreams,
  now,
}: {
  upstreams: UpstreamUrls
  now: () => Date
}): () => Promise<HealthReport> {
  let lastReport: { atMs: number; report: Promise<HealthReport> } | undefined
  return () => {
    const atMs = now().getTime()
    if (!lastReport || Math.abs(atMs - lastReport.atMs) >= CACHE_MS) {
      lastReport = { atMs, report: probeUpstreams(upstreams) }
    }
    return lastReport.report
  }
}

async function probeUpstreams(upstreams: UpstreamUrls): Promise<HealthReport> {
  const probes = Object.entries(upstreams).map(
    async ([name, urls]) => [name, (await isAnyReady([urls].flat())) ? 'up' : 'down'] as const,
  )
  const services = Object.fromEntries(await Promise.all(probes))
  return { status: Object.values(services).includes('down') ? 'degraded' : 'ok', services }
}

const isAnyReady = async (urls: readonly string[]): Promise<boolean> =>
  (await Promise.all(urls.map(isReady))).includes(true)

async function isReady(url: string): Promise<boolean> {
  try {
    await getJson(new URL('/health/ready', url), PROBE_TIMEOUT_MS)
    return true
  } catch {
    return false
  }
}
