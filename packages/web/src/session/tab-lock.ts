import { browserStorage } from '../page/browser-storage.ts'

const LEASE_MS = 15_000
const RETRY_MS = 150
/** Time until a value that one tab stores is visible to the others; tens of milliseconds on a busy machine. */
export const STORAGE_DELAY_MS = 250

type LeaseKey = `lease:${string}`

/** `hasWaited` is true if another tab held the lock before. */
type LockedWork<T> = (hasWaited: boolean) => Promise<T>

/**
 * Runs `work` in one tab of this browser at a time, by Web Locks or a lease in local storage. `holdMs` keeps a Web Lock that
 * much longer than the result, so that other tabs can see what `work` has stored; taking a lease takes that long anyway.
 */
export function withTabLock<T>(name: string, work: LockedWork<T>, { holdMs = 0 } = {}): Promise<T> {
  const { locks } = navigator
  if (!locks) return withLease(name, work) // pages without https have no Web Locks
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let hasStarted = false
  const run = async (hasWaited: boolean) => {
    hasStarted = true
    await work(hasWaited).then(resolve, reject)
    if (holdMs > 0) await sleep(holdMs)
  }
  const request = async () => {
    const isDone = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await run(false)
      return lock !== null
    })
    if (!isDone) await locks.request(name, () => run(true))
  }
  request().catch((error) => (hasStarted ? reject(error) : resolve(withLease(name, work)))) // the browser forbids locks
  return promise
}

async function withLease<T>(name: string, work: LockedWork<T>): Promise<T> {
  const key: LeaseKey = `lease:${name}`
  const holderId = Math.random().toString(36).slice(2)
  let hasWaited = false
  while (!(await acquireLease(key, holderId))) {
    hasWaited = true
    await sleep(RETRY_MS)
  }
  try {
    return await work(hasWaited)
  } finally {
    if (readLeaseHolder(key) === holderId) browserStorage.remove(key)
  }
}

/** Writes the lease, waits for the writes of other tabs, and reads it again: the last writer holds it. */
async function acquireLease(key: LeaseKey, holderId: string): Promise<boolean> {
  if (readLeaseHolder(key) !== undefined) return false
  browserStorage.write(key, JSON.stringify({ holderId, until: Date.now() + LEASE_MS }))
  await sleep(STORAGE_DELAY_MS)
  return [holderId, undefined].includes(readLeaseHolder(key)) // undefined: storage is disabled, so no tab shares anything
}

/** Returns the holder of the lease. A lease of a closed tab expires. */
function readLeaseHolder(key: LeaseKey): string | undefined {
  const lease = JSON.parse(browserStorage.read(key) ?? 'null') as { holderId: string; until: number } | null
  const remainingMs = lease ? lease.until - Date.now() : 0
  return remainingMs > 0 && remainingMs <= LEASE_MS ? lease?.holderId : undefined
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
