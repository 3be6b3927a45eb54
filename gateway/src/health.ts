import type { CallResponse, calls } from '@meadow/contracts'
import { getJson } from '@meadow/service/get-json'

type Health = CallResponse<typeof calls.health>

/** Where each listens; some in several instances, of which one is enough. */
type Upstreams = Record<string, string | readonly string[]>

const PATIENCE = 1_000
const FRESH_FOR = 1_000

/** Asks every upstream whether it is ready; an answer stands for a second, however many ask. */
export function createHealthCheck({
  upstreams,
  now,
}: {
  upstreams: Upstreams
  now: () => Date
}): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | undefined
  return () => {
    const at = now().getTime()
    if (!last || Math.abs(at - last.at) >= FRESH_FOR) last = { at, health: ask(upstreams) }
    return last.health
  }
}

async function ask(upstreams: Upstreams): Promise<Health> {
  const asked = Object.entries(upstreams).map(
    async ([name, urls]) => [name, (await isAnyReady([urls].flat())) ? 'up' : 'down'] as const,
  )
  const services = Object.fromEntries(await Promise.all(asked))
  return { status: Object.values(services).includes('down') ? 'degraded' : 'ok', services }
}

const isAnyReady = async (urls: readonly string[]): Promise<boolean> =>
  (await Promise.all(urls.map(isReady))).includes(true)

async function isReady(url: string): Promise<boolean> {
  try {
    await getJson(new URL('/health/ready', url), PATIENCE)
    return true
  } catch {
    return false
  }
}
