import { createHash } from 'node:crypto'

/** A process of an upstream. Its name is a hash for the affinity cookie, which hides the address. */
export type Instance = { readonly url: string; readonly name: string }

/** The instances of an upstream, which may come and go. */
export type Instances = {
  /** Those that get new requests; never empty. */
  readonly all: readonly Instance[]
  /** Replaces the addresses. An instance that is no longer listed is still found by its name for 30 s. */
  update(urls: readonly string[]): void
  /** Returns the next instance that is not in `except` (round-robin). Avoids one that has just failed if there are others. */
  pick(except?: ReadonlySet<Instance>): Instance
  /** Returns the instance with this name. Undefined if it is unknown, or has failed after it was no longer listed. */
  find(name: string | undefined): Instance | undefined
  /** Returns true if the instance has just failed. */
  isPaused(instance: Instance): boolean
  reportFailure(instance: Instance): void
}

/** An instance that has failed gets no new requests for this time. */
const FAILURE_PAUSE_MS = 2_000
/** An instance that stops is no longer listed while it drains, and ends within this time. */
const UNLISTED_MS = 30_000

const NONE: ReadonlySet<Instance> = new Set()

/** Creates the load balancer of an upstream. `urls` must not be empty. */
export function createInstances({ urls, now }: { urls: readonly string[]; now: () => Date }): Instances {
  const failedAt = new WeakMap<Instance, number>()
  let all = urls.map(createInstance)
  let unlisted: { instance: Instance; atMs: number }[] = []
  let nextIndex = 0

  const isRecent = (atMs: number | undefined, durationMs: number) =>
    atMs !== undefined && Math.abs(now().getTime() - atMs) < durationMs
  const isPaused = (instance: Instance) => isRecent(failedAt.get(instance), FAILURE_PAUSE_MS)

  return {
    get all() {
      return all
    },
    update(urls) {
      const newUrls = [...new Set(urls)]
      const known = new Map([...unlisted.map(({ instance }) => instance), ...all].map((one) => [one.url, one]))
      const left = all.filter(({ url }) => !newUrls.includes(url))
      all = newUrls.map((url) => known.get(url) ?? createInstance(url))
      unlisted = [...unlisted, ...left.map((instance) => ({ instance, atMs: now().getTime() }))].filter(
        ({ instance, atMs }) => isRecent(atMs, UNLISTED_MS) && !all.includes(instance),
      )
    },
    pick(except = NONE) {
      const [only] = all
      if (only && all.length === 1) return only
      const others = all.filter((instance) => !except.has(instance))
      const available = others.filter((instance) => !isPaused(instance))
      const candidates = [available, others, all].find(({ length }) => length > 0) ?? all
      nextIndex += 1
      return candidates[nextIndex % candidates.length] as Instance
    },
    find(name) {
      const isNamed = (instance: Instance) => instance.name === name
      const left = unlisted.find(({ instance }) => isNamed(instance))
      return all.find(isNamed) ?? (left && isRecent(left.atMs, UNLISTED_MS) ? left.instance : undefined)
    },
    isPaused,
    reportFailure(instance) {
      failedAt.set(instance, now().getTime())
      unlisted = unlisted.filter((left) => left.instance !== instance)
    },
  }
}

const createInstance = (url: string): Instance => ({
  url,
  name: createHash('sha256').update(url).digest('base64url').slice(0, 8),
})
