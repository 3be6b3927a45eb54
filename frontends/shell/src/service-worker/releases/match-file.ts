import { findCurrentRelease, findReleaseForPage, type StoredRelease } from './release-state.ts'
import { readReleaseState, toCacheName } from './release-storage.ts'

/** Returns a hashed file from the release that has it. */
export async function matchFile(path: string): Promise<Response | undefined> {
  const { releases } = await readReleaseState()
  const release = releases.findLast(({ files }) => files.includes(path))
  return release && matchInRelease(release, path)
}

/** Returns the entry of a remote that belongs to the page: the address has the build of its shell. */
export async function matchRemoteEntry(name: string, { searchParams }: URL): Promise<Response | undefined> {
  const release = findReleaseForPage(await readReleaseState(), name, searchParams.get('shell'))
  return release && matchInRelease(release, release.entry)
}

/** Returns the document of the shell. */
export async function matchDocument(): Promise<Response | undefined> {
  const release = findCurrentRelease(await readReleaseState(), 'shell')
  return release && matchInRelease(release, release.entry)
}

const matchInRelease = (release: StoredRelease, path: string) => caches.match(path, { cacheName: toCacheName(release) })
