import { describe, expect, it } from '@jest/globals'
import { entered, left } from './presence-row.ts'

const now = new Date('2026-03-01T12:00:00Z')
const noon = now.getTime()
const leases = { a: noon - 1_000, b: noon - 2_000, ended: noon - 60_000 }
const as = (instance: string) => ({ instance, leases, now })

describe('the row of a member', () => {
  it('begins with the first instance that holds them', () => {
    expect(entered(undefined, as('a'))).toEqual({ on: ['a'], seen: noon })
  })

  it('names each instance once, and none that ended', () => {
    const row = { on: ['a', 'ended'], seen: 5 }
    expect(entered(row, as('a')).on).toEqual(['a'])
    expect(entered(row, as('b')).on).toEqual(['a', 'b'])
    expect(left({ on: ['a', 'b', 'ended'], seen: 5 }, as('b'))).toEqual({ on: ['a'], seen: noon })
  })

  it('is empty when nobody holds them any more', () => {
    expect(left({ on: ['a'], seen: 5 }, as('a'))).toEqual({ on: [], seen: noon })
    expect(left(undefined, as('a'))).toEqual({ on: [], seen: noon })
  })
})
