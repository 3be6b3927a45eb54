import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@meadow/service'
import type { Instances } from './instances.ts'

/** Resolves a host name to all its addresses, in the order of the system's resolver. @throws Error if it has none */
export type LookupAddresses = (hostname: string) => Promise<readonly LookupAddress[]>

/** The interval of the lookups. CoreDNS lets an address be cached for 5 s by default, and for 30 s as kubeadm installs it. */
const LOOKUP_INTERVAL_MS = 1_000
/** The longest wait for the first addresses. */
const FIRST_LOOKUP_TIMEOUT_MS = 1_000

/** The shortest time between two lookups of a name. */
const MIN_LOOKUP_INTERVAL_MS = 100

export type AddressLookup = Disposable & {
  /** Starts the regular lookups. Waits at most 1 s for the first results. */
  start(): Promise<void>
  /** Looks the names of an upstream up now, because an instance may be new. */
  lookUpAgain(upstream: { urls: readonly string[] }): Promise<void>
}

type AddressLookupDeps = {
  /** The instances of each upstream, with the URLs of its configuration. */
  upstreams: readonly { urls: readonly string[]; instances: Instances }[]
  log: Logger
  lookupAddresses?: LookupAddresses | undefined
  intervalMs?: number | undefined
}

/**
 * Creates the task that resolves the host names of upstreams: each address is an instance. If a name cannot be resolved, its
 * last addresses stay; until the first success the configured URL is the only instance, and each connection resolves it.
 */
export function createAddressLookup({
  upstreams,
  log,
  lookupAddresses = (hostname) => lookup(hostname, { all: true }),
  intervalMs = LOOKUP_INTERVAL_MS,
}: AddressLookupDeps): AddressLookup {
  const resolved = new Map<string, readonly string[]>() // by URL of the configuration
  const unresolvable = new Set<string>()
  const lookups = new Map<string, { startsAt: number; done: Promise<void> | undefined }>() // the last of each URL
  const urls = [...new Set(upstreams.flatMap((upstream) => upstream.urls))].filter(mayHaveInstances)
  const timers = new Map<string, NodeJS.Timeout>()
  let isStopped = false

  /** Callers share a lookup that has not begun yet or is running. Two of them begin at least 100 ms apart. */
  function resolve(url: string): Promise<void> {
    const { done, startsAt = 0 } = lookups.get(url) ?? {}
    if (done) return done
    const now = performance.now()
    const lookup = {
      startsAt: Math.max(now, startsAt + MIN_LOOKUP_INTERVAL_MS),
      done: undefined as Promise<void> | undefined,
    }
    lookup.done = delay(lookup.startsAt - now, undefined, { ref: false })
      .then(() => resolveNow(url))
      .finally(() => {
        lookup.done = undefined
      })
    lookups.set(url, lookup)
    return lookup.done
  }

  async function resolveNow(url: string): Promise<void> {
    try {
      const addresses = await lookupAddresses(new URL(url).hostname)
      resolved.set(url, toInstanceUrls(url, addresses))
      if (unresolvable.delete(url)) log.info({ url }, 'the name of an upstream is resolved again')
    } catch (error) {
      if (!unresolvable.has(url))
        log.warn({ url, reason: Object(error).code }, 'the name of an upstream cannot be resolved')
      unresolvable.add(url)
    }
    for (const upstream of upstreams)
      if (upstream.urls.includes(url))
        upstream.instances.update(upstream.urls.flatMap((one) => resolved.get(one) ?? one))
  }

  /** Each name has its own timer, so that a name that takes long holds up no other. */
  async function resolveRegularly(url: string): Promise<void> {
    await resolve(url)
    if (!isStopped) timers.set(url, setTimeout(() => void resolveRegularly(url), intervalMs).unref())
  }

  return {
    async start() {
      const waiting = new AbortController()
      const timedOut = delay(FIRST_LOOKUP_TIMEOUT_MS, undefined, waiting).catch(() => undefined)
      await Promise.race([timedOut, Promise.all(urls.map(resolveRegularly))])
      waiting.abort()
    },
    async lookUpAgain(upstream) {
      await Promise.all(upstream.urls.filter(mayHaveInstances).map(resolve))
    },
    [Symbol.dispose]() {
      isStopped = true
      for (const one of timers.values()) clearTimeout(one)
    },
  }
}

/** Returns true if a URL has a name that may have several addresses. */
export function mayHaveInstances(url: string): boolean {
  const { hostname } = new URL(url)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname !== 'localhost'
}

/**
 * Returns the URL of each instance. An instance may have an address of each family: only the family that the system prefers
 * counts, in an order that does not depend on the name server.
 */
export function toInstanceUrls(url: string, addresses: readonly LookupAddress[]): string[] {
  const [first] = addresses
  if (!first) throw new Error('the name has no address')
  const sameFamily = addresses.filter(({ family }) => family === first.family)
  return [...new Set(sameFamily.map(({ address }) => address))].toSorted().map((address) => {
    const instanceUrl = new URL(url)
    instanceUrl.hostname = first.family === 6 ? `[${address}]` : address
    return instanceUrl.origin
  })
}
