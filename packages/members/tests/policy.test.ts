import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import { canView, canViewContent, isMuteInEffect } from '../src/index.ts'
import { createId, engines, noon } from './fixtures.ts'

const [ann, bob] = [{ _id: createId(), state: 'active' as const }, { _id: createId() }]

describe('canView', () => {
  it.each(['deactivated', 'erased'] as const)('hides members who are %s', (state) => {
    expect(canView(bob, { ...ann, state }, { blocked: false })).toBe(false)
    expect(canView(undefined, { ...ann, state }, { blocked: false })).toBe(false)
  })

  it('hides members across a block', () => {
    expect(canView(bob, ann, { blocked: true })).toBe(false)
  })

  it('shows all other members, to guests too', () => {
    expect(canView(bob, ann, { blocked: false })).toBe(true)
    expect(canView(undefined, ann, { blocked: false })).toBe(true)
  })
})

describe('canViewContent', () => {
  const open = { ...ann, isPrivate: false }
  const hidden = { ...ann, isPrivate: true }
  const [stranger, follower] = [
    { blocked: false, isFollowing: false },
    { blocked: false, isFollowing: true },
  ]

  it('shows the content of a private member to the member and followers only', () => {
    expect(canViewContent(bob, hidden, follower)).toBe(true)
    expect(canViewContent({ _id: ann._id }, hidden, stranger)).toBe(true)
    expect(canViewContent(bob, hidden, stranger)).toBe(false)
    expect(canViewContent(undefined, hidden, stranger)).toBe(false)
  })

  it('shows the content of all other members, but never across a block', () => {
    for (const viewer of [bob, undefined]) expect(canViewContent(viewer, open, stranger)).toBe(true)
    for (const author of [open, hidden])
      expect(canViewContent(bob, author, { blocked: true, isFollowing: true })).toBe(false)
  })
})

describe('isMuteInEffect', () => {
  it.each([
    [{ active: true, until: null }, true],
    [{ active: true, until: new Date(noon.getTime() + 1) }, true],
    [{ active: true, until: noon }, false],
    [{ active: false, until: null }, false],
  ])('decides %j at noon: %s', (mute, expected) => {
    expect(isMuteInEffect(mute, noon)).toBe(expected)
  })
})

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)

  const state = fc.constantFrom('active' as const, 'deactivated' as const, 'erased' as const)
  const memberIndex = fc.nat(3)
  const edge = fc.record({ from: memberIndex, to: memberIndex, active: fc.boolean() })
  const community = fc.record({
    states: fc.array(state, { minLength: 4, maxLength: 4 }),
    privacies: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    follows: fc.uniqueArray(edge, { maxLength: 6, selector: ({ from, to }) => `${from} ${to}` }),
    blocks: fc.uniqueArray(edge, { maxLength: 6, selector: ({ from, to }) => `${from} ${to}` }),
  })

  it('gives the same result in a query and in the function', async () => {
    const { members, findVisible, findWithContent } = await opened()
    await fc.assert(
      fc.asyncProperty(community, async ({ states, privacies, follows, blocks }) => {
        const authors = states.map((state, n) => ({ _id: createId(), state, isPrivate: privacies[n] ?? false }))
        const ids = authors.map(({ _id }) => _id)
        const idOf = (n: number) => ids[n] ?? ''
        for (const { _id, state, isPrivate } of authors) {
          await members.applyPrivacy({ _id, isPrivate, contactPrivacy: {}, privacyVersion: 1 })
          await members.applyAccount({ _id, state, accountVersion: 1 })
        }
        for (const { from, to, active } of follows)
          await members.setFollow({ from: idOf(from), to: idOf(to), version: 1, active, at: noon })
        for (const { from, to, active } of blocks)
          await members.setBlock({ from: idOf(from), to: idOf(to), version: 1, active, at: noon })
        const isBlocked = (one: string | undefined, other: string) =>
          blocks.some(({ from, to, active }) => {
            const ends = [idOf(from), idOf(to)]
            return active && (ends.join() === [one, other].join() || ends.join() === [other, one].join())
          })
        for (const viewer of [undefined, ...authors]) {
          const expected = authors.filter((author) =>
            canView(viewer, author, { blocked: isBlocked(viewer?._id, author._id) }),
          )
          expect(await findVisible(viewer, ids)).toEqual(new Set(expected.map(({ _id }) => _id)))
          const withContent = authors.filter((author) =>
            canViewContent(viewer, author, {
              blocked: isBlocked(viewer?._id, author._id),
              isFollowing: follows.some(
                ({ from, to, active }) => active && idOf(from) === viewer?._id && idOf(to) === author._id,
              ),
            }),
          )
          for (const found of await findWithContent(viewer, ids))
            expect(found).toEqual(new Set(withContent.map(({ _id }) => _id)))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('finds the mutes in effect as the function does, for the member who mutes only', async () => {
    const { members, findMuted } = await opened()
    const day = 86_400_000
    const until = fc.constantFrom(null, new Date(Date.now() + day), new Date(Date.now() - day))
    const mutes = fc.array(fc.record({ active: fc.boolean(), until }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(mutes, async (all) => {
        const viewer = { _id: createId() }
        const muted = all.map((mute) => ({ ...mute, to: createId() }))
        for (const mute of muted) await members.setMute({ ...mute, from: viewer._id, version: 1, at: noon })
        const ids = muted.map(({ to }) => to)
        const inEffect = muted.filter((mute) => isMuteInEffect(mute, new Date())).map(({ to }) => to)
        expect(await findMuted(viewer, ids)).toEqual(new Set(inEffect))
        expect(await findMuted({ _id: ids[0] ?? '' }, [viewer._id])).toEqual(new Set())
        expect(await findMuted(undefined, ids)).toEqual(new Set())
      }),
      { numRuns: 40 },
    )
  })

  it('hides content of unknown members', async () => {
    const { findVisible } = await opened()
    expect(await findVisible(undefined, [createId()])).toEqual(new Set())
  })
})
