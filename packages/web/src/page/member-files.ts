/** As in member-stores.ts, which creates and deletes the cache. */
const MEMBER_MEDIA_CACHE_PREFIX = 'meadow-member-media'

/** Removes files of conversations from the cache of the member in this browser. Ignores failures: files leave it by age, too. */
export async function removeMemberFiles(addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0 || !('caches' in globalThis)) return
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith(MEMBER_MEDIA_CACHE_PREFIX))
    for (const name of names) {
      const cache = await caches.open(name)
      await Promise.all(addresses.map((address) => cache.delete(toStoredAddress(address))))
    }
  } catch {
    return
  }
}

/** Returns the address of a file without its signature, as the service worker stores it. */
function toStoredAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.origin)
  return origin + pathname
}
