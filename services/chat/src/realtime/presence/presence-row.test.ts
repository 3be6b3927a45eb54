import { describe, expect, it } from '@jest/globals'
import { addInstance, removeInstance } from './presence-row.ts'

const now = new Date('2026-03-01T12:00:00Z')
const noon = now.getTime()
const leases = { a: noon - 1_000, b: noon - 2_000, ended: noon - 60_000 }
const on = (instance: string) => ({ instance, leases, now })

describe('the presence row of a member', () => {
  it('starts with the first instance the member connects to', () => {
    expect(addInstance(undefined, on('a'))).toEqual({ instances: ['a'], lastSeenMs: noon })
  })

  it('lists each instance once, without instances whose lease has ended', () => {
    const row = { instances: ['a', 'ended'], lastSeenMs: 5 }
    expect(addInstance(row, on('a')).instances).toEqual(['a'])
    expect(addInstance(row, on('b')).instances).toEqual(['a', 'b'])
    expect(removeInstance({ instances: ['a', 'b', 'ended'], lastSeenMs: 5 }, on('b'))).toEqual({
      instances: ['a'],
      lastSeenMs: noon,
    })
  })

  it('is empty when the member is connected to no instance', () => {
    expect(removeInstance({ instances: ['a'], lastSeenMs: 5 }, on('a'))).toEqual({ instances: [], lastSeenMs: noon })
    expect(removeInstance(undefined, on('a'))).toEqual({ instances: [], lastSeenMs: noon })
  })
})
