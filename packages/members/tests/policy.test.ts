import { describe, expect, it, jest } from '@jest/globals'
import { testDatabase, usingOnce } from '@meadow/storage/testing'
import fc from 'fast-check'
import { maySee, memberMigrations, visible } from '../src/index.ts'
import { anId, noon } from './given.ts'

jest.setTimeout(30_000) // a database, on a machine that may be busy

const [ann, bob] = [{ _id: anId(), state: 'active' as const }, { _id: anId() }]

describe('what a viewer may see', () => {
  it.each(['deactivated', 'erased'] as const)('is nobody who is %s', (state) => {
    expect(maySee(bob, { ...ann, state }, { blocked: false })).toBe(false)
    expect(maySee(undefined, { ...ann, state }, { blocked: false })).toBe(false)
  })

  it('is nobody across a block', () => {
    expect(maySee(bob, ann, { blocked: true })).toBe(false)
  })

  it('is everybody else, for guests, too', () => {
    expect(maySee(bob, ann, { blocked: false })).toBe(true)
    expect(maySee(undefined, ann, { blocked: false })).toBe(true)
  })
})

describe('the policy in SQL', () => {
  const database = usingOnce(() => testDatabase(memberMigrations))

  const state = fc.constantFrom('active' as const, 'deactivated' as const, 'erased' as const)
  const person = fc.nat(3)
  const edge = fc.record({ from: person, to: person, active: fc.boolean() })
  const community = fc.record({
    states: fc.array(state, { minLength: 4, maxLength: 4 }),
    blocks: fc.uniqueArray(edge, { maxLength: 6, selector: ({ from, to }) => `${from} ${to}` }),
  })

  it('is the same as the function', async () => {
    const { pool } = await database()
    await fc.assert(
      fc.asyncProperty(community, async ({ states, blocks }) => {
        await pool.query('truncate members, blocks')
        const authors = states.map((state) => ({ _id: anId(), state }))
        const idOf = (n: number) => authors[n]?._id ?? ''
        for (const { _id, state } of authors) {
          await pool.query(`insert into members values ($1, 'u', 'U', '', false, $2, null, 1, 1)`, [_id, state])
        }
        for (const { from, to, active } of blocks) {
          await pool.query('insert into blocks values ($1, $2, 1, $3, $4)', [idOf(from), idOf(to), active, noon])
        }
        const isBlocked = (one: string | undefined, other: string) =>
          blocks.some(({ from, to, active }) => {
            const ends = [idOf(from), idOf(to)]
            return active && (ends.join() === [one, other].join() || ends.join() === [other, one].join())
          })
        for (const viewer of [undefined, ...authors]) {
          const { rows } = await pool.query(`select id from members m where ${visible('$1', 'm.id')}`, [
            viewer?._id ?? null,
          ])
          const expected = authors.filter((author) =>
            maySee(viewer, author, { blocked: isBlocked(viewer?._id, author._id) }),
          )
          expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ _id }) => _id).toSorted())
        }
      }),
      { numRuns: 40 },
    )
  })

  it('hides what somebody made of whom nothing is known', async () => {
    const { pool } = await database()
    const { rows } = await pool.query(`select ${visible('$1', '$2::uuid')} as seen`, [null, anId()])
    expect(rows).toEqual([{ seen: false }])
  })
})
