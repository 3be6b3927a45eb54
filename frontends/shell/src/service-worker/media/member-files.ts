/** As in packages/web/src/page/member-stores.ts, whose pages create and delete the cache. */
const MEMBER_MEDIA_CACHE_PREFIX = 'meadow-member-media'
const MARK_PATH = '/meadow-member'
const STORED_AT_HEADER = 'x-stored-at'
const MAX_FILES = 100
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1_000

type WaitUntil = (work: Promise<unknown>) => void

/**
 * Responds with a file of a conversation from the cache of the signed-in member, or from the network, and then stores it. The
 * cache is opened before the request: if a page deletes it meanwhile, the file is stored nowhere.
 */
export async function respondWithMemberFile(request: Request, waitUntil: WaitUntil): Promise<Response> {
  const cache = await openMemberCache().catch(() => undefined) // storage is disabled
  const key = removeSignature(request.url)
  const stored = await cache?.match(key)
  if (stored) return stored
  const response = await fetch(request)
  if (cache && response.status === 200) waitUntil(storeFile(cache, key, response.clone()).catch(() => undefined))
  return response
}

/** Returns undefined if nobody is signed in. */
async function openMemberCache(): Promise<Cache | undefined> {
  const [name, ...others] = (await caches.keys()).filter((one) => one.startsWith(MEMBER_MEDIA_CACHE_PREFIX))
  if (name === undefined || others.length > 0) return undefined // another member is just signing in
  const cache = await caches.open(name)
  if (await cache.match(MARK_PATH)) return cache
  await caches.delete(name) // a page has deleted it, and opening it has created it again
  return undefined
}

/** Stores a file. Deletes old ones, and those beyond the bound; all if the quota is exceeded. */
async function storeFile(cache: Cache, key: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT_HEADER, String(Date.now()))
  const file = new Response(await response.blob(), { headers })
  try {
    await cache.put(key, file)
  } catch {
    for (const stored of await listFiles(cache)) await cache.delete(stored)
    return
  }
  const files = await listFiles(cache) // in the order in which they were stored
  const areOld = await Promise.all(files.map((one) => isOld(cache, one)))
  const young = files.filter((_one, index) => !areOld[index])
  const outdated = [
    ...files.filter((_one, index) => areOld[index]),
    ...young.slice(0, Math.max(0, young.length - MAX_FILES)),
  ]
  await Promise.all(outdated.map((one) => cache.delete(one)))
}

const listFiles = async (cache: Cache): Promise<Request[]> =>
  (await cache.keys()).filter(({ url }) => new URL(url).pathname !== MARK_PATH)

async function isOld(cache: Cache, file: Request): Promise<boolean> {
  const storedAt = Number((await cache.match(file))?.headers.get(STORED_AT_HEADER))
  return Date.now() - storedAt > MAX_AGE_MS
}

/** Returns the address of a file without its signature, which changes from response to response. */
function removeSignature(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
