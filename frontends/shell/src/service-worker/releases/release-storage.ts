import type { ReleaseList } from './release-list.ts'
import { NO_RELEASES, type ReleaseState } from './release-state.ts'

const STATE_CACHE = 'meadow-releases'
const STATE_KEY = '/release-state'
const RELEASE_CACHE_PREFIX = 'meadow-release '

let known: Promise<ReleaseState> | undefined

/** Returns the name of the cache of a release. */
export const toCacheName = ({ name, build }: Pick<ReleaseList, 'name' | 'build'>): string =>
  `${RELEASE_CACHE_PREFIX}${name} ${build}`

/** Reads which releases are stored. Reads the cache once per start of the worker, which is its only writer. */
export function readReleaseState(): Promise<ReleaseState> {
  known ??= readStoredState()
  return known
}

async function readStoredState(): Promise<ReleaseState> {
  const response = await caches.match(STATE_KEY, { cacheName: STATE_CACHE })
  return response ? ((await response.json()) as ReleaseState) : NO_RELEASES
}

/** Stores which releases there are, and deletes the caches of all others. @throws if the quota is exceeded */
export async function writeReleaseState(state: ReleaseState): Promise<void> {
  const cache = await caches.open(STATE_CACHE)
  await cache.put(STATE_KEY, new Response(JSON.stringify(state)))
  known = Promise.resolve(state)
  await deleteCachesExcept(state.releases)
}

/** Deletes all caches of releases except those of `kept`. */
async function deleteCachesExcept(kept: Pick<ReleaseList, 'name' | 'build'>[]): Promise<void> {
  const keptNames = new Set(kept.map(toCacheName))
  const names = (await caches.keys()).filter((name) => name.startsWith(RELEASE_CACHE_PREFIX) && !keptNames.has(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Deletes all releases and the record of them. Works without free space. */
export async function deleteAllReleases(): Promise<void> {
  known = Promise.resolve(NO_RELEASES)
  await caches.delete(STATE_CACHE)
  await deleteCachesExcept([])
}
