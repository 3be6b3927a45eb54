import type { ReleaseList } from './release-list.ts'
import { toCacheName } from './release-storage.ts'

const MAX_CONCURRENCY = 6

/**
 * Downloads all files of a release into a cache of its own. Copies those that another cache has, and skips those that an
 * interrupted download has stored. @throws if a file is missing, the entry belongs to another build, or the quota is exceeded
 */
export async function downloadRelease(list: ReleaseList): Promise<void> {
  const cache = await caches.open(toCacheName(list))
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = list.files.filter((file) => !stored.has(file))
  const storeNext = async () => {
    for (let file = missing.pop(); file !== undefined; file = missing.pop())
      await cache.put(file, (await caches.match(file)) ?? (await fetchFile(file)))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENCY }, storeNext))
  // The server may have a newer build by now: then the integrity differs, and the fetch rejects.
  const entry = await fetchFile(list.entry, { cache: 'no-cache', integrity: list.entryIntegrity })
  await cache.put(list.entry, entry)
}

async function fetchFile(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, options)
  if (!response.ok || response.redirected) throw new Error(`${path} responded with ${response.status}`)
  return response
}
