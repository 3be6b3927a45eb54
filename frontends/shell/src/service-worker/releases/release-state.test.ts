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
  updateReleaseTimes,
} from './release-state.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

const createList = (name: string, build: string, releasedAt?: number): ReleaseList => ({
  name,
  build,
  ...(releasedAt !== undefined && { releasedAt }),
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

describe('while instances of two builds answer', () => {
  const OLD = createList('feed', 'A', 1_000)
  const NEW = createList('feed', 'B', 2_000)
  /** Applies the answers of checks one after the other, and returns the current build after each. */
  const applyAnswers = (answers: ReleaseList[]) => {
    let state = NO_RELEASES
    return answers.map((list) => {
      const lists = findNewLists(state, [list])
      state = updateReleaseTimes(lists.length > 0 ? switchReleases(state, lists, 0) : state, [list])
      return listCurrentBuilds(state)['feed']
    })
  }

  it('a browser takes the newer one, and stays with it whatever the older ones answer', () =>
    expect(applyAnswers([OLD, OLD, NEW, OLD, OLD, NEW, OLD])).toEqual(['A', 'A', 'B', 'B', 'B', 'B', 'B']))

  it('a rollback is taken when its time is later than that of the build that it replaces', () => {
    const rolledBack = createList('feed', 'A', 3_000)
    expect(applyAnswers([OLD, NEW, rolledBack, NEW, OLD, rolledBack])).toEqual(['A', 'B', 'A', 'A', 'A', 'A'])
  })

  it('a browser that has the older build stays with it during a rollback', () => {
    const rolledBack = createList('feed', 'A', 3_000)
    expect(applyAnswers([OLD, rolledBack, NEW, OLD])).toEqual(['A', 'A', 'A', 'A'])
  })

  it('the same build with another time is not downloaded again', () =>
    expect(findNewLists(switchReleases(NO_RELEASES, [OLD], 0), [{ ...OLD, releasedAt: 9_000 }])).toEqual([]))

  it('a build without a time, of a version before, is replaced by any other, and replaces none that has a time', () => {
    const untimed = createList('feed', 'Z')
    expect(applyAnswers([untimed, createList('feed', 'Y'), OLD, untimed])).toEqual(['Z', 'Y', 'A', 'A'])
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
