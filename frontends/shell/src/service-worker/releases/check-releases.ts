import type { FrontendBuilds } from '../messages.ts'
import { downloadRelease } from './download-release.ts'
import { isReleaseList, RELEASE_LIST_PATHS, type ReleaseList } from './release-list.ts'
import {
  findNewLists,
  listCurrentBuilds,
  type ReleaseState,
  removeExpiredReleases,
  removeReplacedReleases,
  switchReleases,
  updateReleaseTimes,
} from './release-state.ts'
import { deleteAllReleases, readReleaseState, writeReleaseState } from './release-storage.ts'

const LOCK_NAME = 'meadow-releases'

let running: Promise<FrontendBuilds | undefined> | undefined

/**
 * Downloads the releases that the server has and this device has not, and makes them the current ones. Calls at the same time
 * share one check. Returns the current builds if they are those of the server or newer; otherwise the next check tries again.
 */
export function checkReleases(): Promise<FrontendBuilds | undefined> {
  running ??= navigator.locks
    .request(LOCK_NAME, runCheck)
    .catch(() => undefined)
    .finally(() => {
      running = undefined
    })
  return running
}

async function runCheck(): Promise<FrontendBuilds | undefined> {
  const state = await readReleaseState()
  const lists = (await Promise.all(RELEASE_LIST_PATHS.map(fetchList))).filter((list) => list !== undefined)
  const newLists = findNewLists(state, lists)
  if (newLists.length > 0) {
    const room = await downloadReleases(state, newLists)
    if (!room) return undefined
    await writeReleaseState(removeExpiredReleases(switchReleases(room, newLists, Date.now()), Date.now()))
  }
  const known = await readReleaseState()
  const updated = updateReleaseTimes(known, lists)
  if (updated !== known) await writeReleaseState(updated)
  const builds = listCurrentBuilds(await readReleaseState())
  return Object.fromEntries(lists.map(({ name }) => [name, builds[name]]))
}

/** Returns undefined if a front end does not respond: then its release stays the current one. */
async function fetchList(path: string): Promise<ReleaseList | undefined> {
  try {
    const response = await fetch(path, { cache: 'no-store' })
    const list: unknown = response.ok && (await response.json())
    return isReleaseList(list) ? list : undefined
  } catch {
    return undefined
  }
}

/**
 * Downloads releases. If they do not fit, tries without the replaced ones. If they still do not fit, deletes all releases and
 * returns undefined: the app then works from the network and is never older than the server's.
 */
async function downloadReleases(state: ReleaseState, lists: ReleaseList[]): Promise<ReleaseState | undefined> {
  const download = async () => {
    for (const list of lists) await downloadRelease(list)
  }
  try {
    await download()
    return state
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  const smaller = removeReplacedReleases(state)
  try {
    await writeReleaseState(smaller)
    await download()
    return smaller
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await deleteAllReleases()
  return undefined
}

const isQuotaError = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
