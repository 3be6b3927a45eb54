import { describe, expect, it } from '@jest/globals'
import { createLengthMeter } from './length-meter.ts'

describe('createLengthMeter', () => {
  it('measures from the first frame to the end of the last one, in any order', () => {
    const measure = createLengthMeter(10)
    expect([measure(5, 1), measure(8, 1), measure(7, 1)]).toEqual([1, 4, 4])
  })

  it('refuses frames that begin too late, and more frames than their timestamps say', () => {
    const late = createLengthMeter(10)
    late(0, 1)
    expect(() => late(10, 1)).toThrow('too_long')
    const lying = createLengthMeter(10)
    for (let frame = 0; frame < 10; frame++) expect(lying(frame / 100, 1)).toBeLessThan(2)
    expect(() => lying(0.1, 1)).toThrow('too_long')
  })
})
