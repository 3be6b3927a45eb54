import { browserStorage, tabStorage } from './browser-storage.ts'
import { MEMBER_DATABASE_NAME } from './member-database-name.ts'
import { OUTBOX_STORAGE_KEY, toMemberKey } from './member-storage.ts'

/** Caches of a member in Cache Storage. The service worker uses the one that exists (frontends/shell/src/service-worker/media). */
const MEMBER_MEDIA_CACHE_PREFIX = 'meadow-member-media'
/** The entry that makes a cache usable: the worker may open, and so create, one that a page has just deleted. */
const MARK_PATH = '/meadow-member'

let lastClaim: Promise<void> = Promise.resolve()

/**
 * Removes what does not belong to the signed-in member from local storage, the storage of this tab, and caches. Of other members,
 * whose sessions expired without a sign-out, only unsent actions stay, for their next sign-in. With null, nobody is signed in:
 * the stored values stay, and all caches go. Resolves when the caches are those of the member; never rejects.
 */
export function claimMemberStores(memberId: string | null): Promise<void> {
  if (memberId !== null) removeMemberKeys((key) => key.startsWith(toMemberKey(memberId, '')) || isOutboxKey(key))
  return claimMemberCaches(memberId)
}

/** Removes what does not belong to the member who has signed in from the database of this browser. Never rejects. */
export async function claimMemberDatabase(memberId: string): Promise<void> {
  await import('./member-records.ts') // not part of the first download
    .then(({ claimMemberRecords }) => claimMemberRecords(memberId))
    .catch(() => undefined) // without IndexedDB there are no records
}

/** Removes all that this browser stores of the member who signs out, and of other members all but their unsent actions. */
export function clearMemberStores(memberId: string): void {
  const outboxKey = toMemberKey(memberId, OUTBOX_STORAGE_KEY)
  const kept = removeMemberKeys((key) => key !== outboxKey && isOutboxKey(key))
  void claimMemberCaches(null)
  void clearMemberDatabase(kept.length > 0 ? memberId : undefined).catch(() => undefined) // without IndexedDB there is no database
}

const isOutboxKey = (key: string) => key.endsWith(`:${OUTBOX_STORAGE_KEY}`)

/** Removes the values of members from local storage and from this tab. Returns the kept keys of local storage. */
function removeMemberKeys(isKept: (key: string) => boolean): string[] {
  for (const key of tabStorage.list('member:')) if (!isKept(key)) tabStorage.remove(key)
  const keys = browserStorage.list('member:')
  for (const key of keys) if (!isKept(key)) browserStorage.remove(key)
  return keys.filter(isKept)
}

/** Deletes the records of a member; without one, or if that fails, the whole database: nothing of the member may stay. */
async function clearMemberDatabase(memberId: string | undefined): Promise<void> {
  try {
    if (memberId === undefined) return void indexedDB.deleteDatabase(MEMBER_DATABASE_NAME)
    const { clearMemberRecords } = await import('./member-records.ts') // not part of the first download
    await clearMemberRecords(memberId)
  } catch {
    indexedDB.deleteDatabase(MEMBER_DATABASE_NAME)
  }
}

/**
 * Leaves this browser only the cache of the signed-in member, and creates it; null leaves none. Pages call it themselves, because
 * not every page has a service worker that hears them. Never rejects.
 */
function claimMemberCaches(memberId: string | null): Promise<void> {
  lastClaim = lastClaim.then(() => replaceMemberCaches(memberId)).catch(() => undefined) // without storage there are no caches
  return lastClaim
}

async function replaceMemberCaches(memberId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return
  const own = memberId && `${MEMBER_MEDIA_CACHE_PREFIX}:${memberId}`
  const stored = (await caches.keys()).filter((name) => name.startsWith(MEMBER_MEDIA_CACHE_PREFIX))
  await Promise.all(stored.filter((name) => name !== own).map((name) => caches.delete(name)))
  if (own && !(await caches.match(MARK_PATH, { cacheName: own })))
    await (await caches.open(own)).put(MARK_PATH, new Response())
}
