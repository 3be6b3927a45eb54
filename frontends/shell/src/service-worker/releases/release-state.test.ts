import { describe, expect, it } from '@jest/globals'
import type { ReleaseList } from './release-list.ts'
import {
  findNewLists,
  findReleaseForPage,
  listCurrentBuilds,
  NO_RELEASES,
  type ReleaseState,
  removeExpiredReleases,
  removeReplacedReleases,
  switchReleases,
} from './release-state.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

const createList = (name: string, build: string): ReleaseList => ({
  name,
  build,
  entry: `/${name}`,
  entryIntegrity: 'sha256-0',
  files: [],
  bytes: 0,
})

/** Applies switches one after the other. Each is a list of names like `shell A`. */
function applySwitches(switches: string[][], now = 0): ReleaseState {
  return switches.reduce((state, names) => {
    const lists = names.map((text) => text.split(' ')).map(([name = '', build = '']) => createList(name, build))
    return switchReleases(state, lists, now)
  }, NO_RELEASES)
}

const listBuilds = ({ releases }: ReleaseState) => releases.map(({ name, build }) => `${name} ${build}`)

describe('a release', () => {
  it('is new unless it is the current one of its front end', () => {
    const state = applySwitches([['shell A', 'feed A'], ['feed B']])
    const lists = [createList('shell', 'A'), createList('feed', 'A'), createList('chat', 'A')]
    expect(findNewLists(state, lists).map(({ name }) => name)).toEqual(['feed', 'chat'])
  })

  it('replaces the one before it, also after a rollback', () => {
    expect(listCurrentBuilds(applySwitches([['shell A', 'feed A'], ['feed B']]))).toEqual({ shell: 'A', feed: 'B' })
    const rolledBack = applySwitches([['feed A'], ['feed B'], ['feed A']])
    expect(listCurrentBuilds(rolledBack)).toEqual({ feed: 'A' })
    expect(listBuilds(rolledBack)).toEqual(['feed B', 'feed A'])
  })
})

describe('a page', () => {
  const state = applySwitches([['shell A', 'feed A'], ['feed B'], ['shell B', 'feed C'], ['feed D']])

  it('gets the newest remotes while its shell is the current one', () =>
    expect(findReleaseForPage(state, 'feed', 'B')?.build).toBe('D'))

  it('of an older shell gets the remotes that were current before the shell was replaced', () =>
    expect(findReleaseForPage(state, 'feed', 'A')?.build).toBe('B'))

  it.each([null, 'unknown'])('without a known build (%s) gets the newest remotes', (build) =>
    expect(findReleaseForPage(state, 'feed', build)?.build).toBe('D'),
  )
})

describe('old releases', () => {
  const state = applySwitches([['feed A'], ['feed B'], ['feed C']], 5 * DAY_MS)

  it('stay for 30 days', () => {
    expect(listBuilds(removeExpiredReleases(state, 34 * DAY_MS))).toEqual(['feed A', 'feed B', 'feed C'])
    expect(listBuilds(removeExpiredReleases(state, 36 * DAY_MS))).toEqual(['feed B', 'feed C'])
  })

  it('stay if the clock was set back', () =>
    expect(listBuilds(removeExpiredReleases(state, -400 * DAY_MS))).toHaveLength(3))

  it('go at once if there is no room', () => expect(listBuilds(removeReplacedReleases(state))).toEqual(['feed C']))
})
