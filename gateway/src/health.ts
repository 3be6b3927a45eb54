import type { CallResponse, calls } from '@meadow/contracts'
import { getJson } from '@meadow/service/get-json'
import type { Instance } from './instances/instances.ts'
import type { Upstream } from './upstreams/upstreams.ts'

type HealthReport = CallResponse<typeof calls.health>

const PROBE_TIMEOUT_MS = 1_000
const CACHE_MS = 1_000

/** Creates a function that probes all upstreams: one ready instance of each is enough. The report is cached for a second. */
export function createHealthCheck({
  upstreams,
  now,
}: {
  upstreams: readonly Upstream[]
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

async function probeUpstreams(upstreams: readonly Upstream[]): Promise<HealthReport> {
  const probes = upstreams.map(
    async ({ name, instances }) => [name, (await isAnyReady(instances.all)) ? 'up' : 'down'] as const,
  )
  const services = Object.fromEntries(await Promise.all(probes))
  return { status: Object.values(services).includes('down') ? 'degraded' : 'ok', services }
}

const isAnyReady = async (instances: readonly Instance[]): Promise<boolean> =>
  (await Promise.all(instances.map(isReady))).includes(true)

async function isReady({ url }: Instance): Promise<boolean> {
  try {
    await getJson(new URL('/health/ready', url), PROBE_TIMEOUT_MS)
    return true
  } catch {
    return false
  }
}
