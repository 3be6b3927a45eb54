import type { FrontendBuilds } from '../messages.ts'
import type { ReleaseList } from './release-list.ts'

/** A release whose files are all in the caches. */
export type StoredRelease = ReleaseList & {
  /** The number of the switch (not a time) that made it the current release of its front end. */
  since: number
  /** The number of the switch that replaced it, and its time in ms since 1970. */
  replaced: { by: number; at: number } | null
}

/** All releases in the caches, and the number of switches so far. A switch replaces the releases of one or more front ends at the same moment. */
export type ReleaseState = { switches: number; releases: StoredRelease[] }

export const NO_RELEASES: ReleaseState = { switches: 0, releases: [] }

/** A page may stay open for this time after its release was replaced. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000
/** So many of the newest releases of a front end never expire: the clock of a device may be wrong. */
const MIN_RELEASES = 2

export function findCurrentRelease(state: ReleaseState, name: string): StoredRelease | undefined {
  return state.releases.find((release) => release.name === name && !release.replaced)
}

/** Returns the current build of each front end, which the next page to open gets. */
export function listCurrentBuilds({ releases }: ReleaseState): FrontendBuilds {
  return Object.fromEntries(releases.flatMap(({ name, build, replaced }) => (replaced ? [] : [[name, build]])))
}

/**
 * Returns the lists whose release is newer than the current one of its front end. While instances of two builds answer, the older
 * ones are ignored. Builds of older versions have no time: any other build replaces them.
 */
export function findNewLists(state: ReleaseState, lists: ReleaseList[]): ReleaseList[] {
  return lists.filter((list) => {
    const current = findCurrentRelease(state, list.name)
    if (!current) return true
    return current.build !== list.build && (current.releasedAt === undefined || isLater(list, current))
  })
}

const isLater = ({ releasedAt = 0 }: ReleaseList, current: ReleaseList): boolean =>
  releasedAt > (current.releasedAt ?? 0)

/**
 * Stores the later times of current releases that were released again, as by a rollback to them. Otherwise the build that was
 * rolled back would be newer.
 */
export function updateReleaseTimes(state: ReleaseState, lists: ReleaseList[]): ReleaseState {
  const isAgain = (release: StoredRelease) => (list: ReleaseList) =>
    !release.replaced && list.name === release.name && list.build === release.build && isLater(list, release)
  if (!state.releases.some((release) => lists.some(isAgain(release)))) return state
  const releases = state.releases.map((release) => {
    const releasedAt = lists.find(isAgain(release))?.releasedAt
    return releasedAt === undefined ? release : { ...release, releasedAt }
  })
  return { ...state, releases }
}

/** Makes downloaded releases the current ones, all at the same moment. `now` is in ms since 1970. */
export function switchReleases(state: ReleaseState, downloaded: ReleaseList[], now: number): ReleaseState {
  const by = state.switches + 1
  const isSame = (one: ReleaseList, other: ReleaseList) => one.name === other.name && one.build === other.build
  const others = state.releases.filter((release) => !downloaded.some((list) => isSame(list, release)))
  return {
    switches: by,
    releases: [
      ...others.map((release) => {
        const isReplaced = !release.replaced && downloaded.some(({ name }) => name === release.name)
        return isReplaced ? { ...release, replaced: { by, at: now } } : release
      }),
      ...downloaded.map((list) => ({ ...list, since: by, replaced: null })),
    ],
  }
}

/**
 * Returns the release of the front end `name` for an open page that runs `shellBuild`: the one that was current when that build
 * of the shell was replaced; the current one if it is not replaced, or unknown.
 */
export function findReleaseForPage(
  state: ReleaseState,
  name: string,
  shellBuild: string | null,
): StoredRelease | undefined {
  const shell = state.releases.find((release) => release.name === 'shell' && release.build === shellBuild)
  const endSwitch = shell?.replaced?.by
  if (endSwitch === undefined) return findCurrentRelease(state, name)
  return state.releases.find(
    ({ name: other, since, replaced }) =>
      other === name && since < endSwitch && (!replaced || replaced.by >= endSwitch),
  )
}

/** Removes the releases that were replaced at least 30 days ago, but never the newest two of a front end. */
export function removeExpiredReleases(state: ReleaseState, now: number): ReleaseState {
  const isKept = ({ name, since, replaced }: StoredRelease) => {
    if (!replaced || now - replaced.at < RETENTION_MS) return true
    const newer = state.releases.filter((other) => other.name === name && other.since > since)
    return newer.length < MIN_RELEASES
  }
  return { ...state, releases: state.releases.filter(isKept) }
}

/** Removes all releases that were replaced, to make room. */
export const removeReplacedReleases = (state: ReleaseState): ReleaseState => ({
  ...state,
  releases: state.releases.filter(({ replaced }) => !replaced),
})
