import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createHere } from './here.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

function given() {
  const settled: boolean[] = []
  const here = createHere({ graceMs: 5_000, settle: (id) => settled.push(here.has(id)) })
  return { here, settled }
}

describe('somebody with sockets', () => {
  it('is here from the first that comes until a few seconds after the last has gone', () => {
    const { here, settled } = given()
    here.came('alice')
    here.came('alice')
    here.went('alice')
    jest.advanceTimersByTime(60_000)
    expect(here.has('alice')).toBe(true)
    here.went('alice')
    jest.advanceTimersByTime(4_999)
    expect(settled).toEqual([true, true])
    jest.advanceTimersByTime(1)
    expect(settled).toEqual([true, true, false])
    expect(here.all()).toEqual([])
  })

  it('has not left who is back within the grace', () => {
    const { here, settled } = given()
    here.came('alice')
    here.went('alice')
    jest.advanceTimersByTime(4_000)
    here.came('alice')
    jest.advanceTimersByTime(60_000)
    expect(settled).toEqual([true, true])
  })
})
