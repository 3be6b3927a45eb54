import { describe, expect, it } from '@jest/globals'
import { newId, toLowestId } from '../src/ids.ts'

describe('toLowestId', () => {
  it('sorts after all ids of earlier times, and before all of its own', () => {
    const at = new Date('2026-03-01T12:00:00.000Z')
    expect(toLowestId(at) > newId(new Date(at.getTime() - 1))).toBe(true)
    expect(toLowestId(at) < newId(at)).toBe(true)
  })
})
