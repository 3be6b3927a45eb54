import { browserStorage } from '../page/browser-storage.ts'

const LEASE_MS = 15_000
const RETRY_MS = 150
/** What one tab stores, the others read a moment later: on a busy machine, tens of milliseconds. */
const STORAGE_DELAY_MS = 250

/** Work that learns whether another tab had its turn just before. */
type LockedWork<T> = (afterAnother: boolean) => Promise<T>

/** Runs `work` in one tab of this browser at a time. */
export async function withTabLock<T>(name: string, work: LockedWork<T>): Promise<T> {
  const { locks } = navigator
  if (!locks) return withLease(name, work) // a page without https has no Web Locks
  const immediate = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  )
  return immediate ? immediate.result : await locks.request(name, () => work(true))
}

async function withLease<T>(name: string, work: LockedWork<T>): Promise<T> {
  const key = `lease:${name}`
  const me = Math.random().toString(36).slice(2)
  let hasWaited = false
  while (!(await acquireLease(key, me))) {
    hasWaited = true
    await sleep(RETRY_MS)
  }
  try {
    return await work(hasWaited)
  } finally {
    if (readLeaseHolder(key) === me) browserStorage.remove(key)
  }
}

/** Whoever wrote last has it: so write, let the other tabs write too, and look again. */
async function acquireLease(key: string, me: string): Promise<boolean> {
  if (readLeaseHolder(key) !== undefined) return false
  browserStorage.write(key, JSON.stringify({ me, until: Date.now() + LEASE_MS }))
  await sleep(STORAGE_DELAY_MS)
  return [me, undefined].includes(readLeaseHolder(key)) // undefined: nothing can be stored, so there is nothing to share
}

/** Who holds the lease; nobody when its tab went away without giving it back. */
function readLeaseHolder(key: string): string | undefined {
  const lease = JSON.parse(browserStorage.read(key) ?? 'null') as { me: string; until: number } | null
  const left = lease ? lease.until - Date.now() : 0
  return left > 0 && left <= LEASE_MS ? lease?.me : undefined
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
