import { describe, expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import { canView } from '../src/index.ts'
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

describeOnEachEngine(engines, (open) => {
  const opened = shareAcrossTests(open)

  const state = fc.constantFrom('active' as const, 'deactivated' as const, 'erased' as const)
  const memberIndex = fc.nat(3)
  const edge = fc.record({ from: memberIndex, to: memberIndex, active: fc.boolean() })
  const community = fc.record({
    states: fc.array(state, { minLength: 4, maxLength: 4 }),
    blocks: fc.uniqueArray(edge, { maxLength: 6, selector: ({ from, to }) => `${from} ${to}` }),
  })

  it('gives the same result in a query and in the function', async () => {
    const { members, findVisible } = await opened()
    await fc.assert(
      fc.asyncProperty(community, async ({ states, blocks }) => {
        const authors = states.map((state) => ({ _id: createId(), state }))
        const ids = authors.map(({ _id }) => _id)
        const idOf = (n: number) => ids[n] ?? ''
        for (const author of authors) await members.applyAccount({ ...author, accountVersion: 1 })
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
        }
      }),
      { numRuns: 40 },
    )
  })

  it('hides content of unknown members', async () => {
    const { findVisible } = await opened()
    expect(await findVisible(undefined, [createId()])).toEqual(new Set())
  })
})
