/** Caches of a member in Cache Storage. The service worker uses the one that exists (frontends/shell/src/service-worker/media). */
const MEMBER_MEDIA_CACHE_PREFIX = 'meadow-member-media'
/** The entry that makes a cache usable: the worker may open, and so create, one that a page has just deleted. */
const MARK_PATH = '/meadow-member'

let lastClaim: Promise<void> = Promise.resolve()

/**
 * Leaves this browser only the cache of the signed-in member, and creates it; null leaves none. Pages call it themselves, because
 * not every page has a service worker that hears them. Never rejects.
 */
export function claimMemberCaches(memberId: string | null): Promise<void> {
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
