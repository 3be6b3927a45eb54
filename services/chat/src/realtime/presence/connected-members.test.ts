import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createConnectedMembers } from './connected-members.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function setUp() {
  const changes: boolean[] = []
  const members = createConnectedMembers({ graceMs: 5_000, onChange: async (id) => void changes.push(members.has(id)) })
  return { members, changes }
}

describe('a connected member', () => {
  it('is connected from the first socket until the grace period after the last one', () => {
    const { members, changes } = setUp()
    void members.addSocket('alice')
    void members.addSocket('alice')
    members.removeSocket('alice')
    jest.advanceTimersByTime(60_000)
    expect(members.has('alice')).toBe(true)
    members.removeSocket('alice')
    jest.advanceTimersByTime(4_999)
    expect(changes).toEqual([true, true])
    jest.advanceTimersByTime(1)
    expect(changes).toEqual([true, true, false])
    expect(members.list()).toEqual([])
  })

  it('stays connected when a new socket comes within the grace period', () => {
    const { members, changes } = setUp()
    void members.addSocket('alice')
    members.removeSocket('alice')
    jest.advanceTimersByTime(4_000)
    void members.addSocket('alice')
    jest.advanceTimersByTime(60_000)
    expect(changes).toEqual([true, true])
  })
})
