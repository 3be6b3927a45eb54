import { storage } from '../page/storage.ts'

const LEASE_MS = 15_000
const RETRY_MS = 150
/** What one tab stores, the others read a moment later: on a busy machine, tens of milliseconds. */
const SETTLE_MS = 250

/** Work that learns whether another tab had its turn just before. */
type Work<T> = (afterAnother: boolean) => Promise<T>

/** Runs `work` in one tab of this browser at a time. */
export async function exclusively<T>(name: string, work: Work<T>): Promise<T> {
  const { locks } = navigator
  if (!locks) return underLease(name, work) // a page without https has no Web Locks
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? { result: await work(false) } : undefined,
  )
  return atOnce ? atOnce.result : await locks.request(name, () => work(true))
}

async function underLease<T>(name: string, work: Work<T>): Promise<T> {
  const key = `lease:${name}`
  const me = Math.random().toString(36).slice(2)
  let hasWaited = false
  while (!(await take(key, me))) {
    hasWaited = true
    await pause(RETRY_MS)
  }
  try {
    return await work(hasWaited)
  } finally {
    if (holderOf(key) === me) storage.remove(key)
  }
}

/** Whoever wrote last has it: so write, let the other tabs write too, and look again. */
async function take(key: string, me: string): Promise<boolean> {
  if (holderOf(key) !== undefined) return false
  storage.write(key, JSON.stringify({ me, until: Date.now() + LEASE_MS }))
  await pause(SETTLE_MS)
  return [me, undefined].includes(holderOf(key)) // undefined: nothing can be stored, so there is nothing to share
}

/** Who holds the lease; nobody when its tab went away without giving it back. */
function holderOf(key: string): string | undefined {
  const lease = JSON.parse(storage.read(key) ?? 'null') as { me: string; until: number } | null
  const left = lease ? lease.until - Date.now() : 0
  return left > 0 && left <= LEASE_MS ? lease?.me : undefined
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
