import { describe, expect, it } from '@jest/globals'
import { createVoicePeakMeter } from './voice-peaks.ts'

const SECOND = 44_100

function readPeaks(...parts: readonly { seconds: number; amplitude: number }[]): number[] {
  const meter = createVoicePeakMeter()
  for (const { seconds, amplitude } of parts) meter.add(new Float32Array(SECOND * seconds).fill(amplitude))
  return meter.readPeaks()
}

describe('the peaks of a recording', () => {
  it('are 60, whatever its length, and 100 at its loudest', () => {
    expect(readPeaks({ seconds: 3, amplitude: 0.1 }, { seconds: 3, amplitude: -0.2 })).toEqual([
      ...Array.from({ length: 30 }, () => 50),
      ...Array.from({ length: 30 }, () => 100),
    ])
    expect(readPeaks({ seconds: 60, amplitude: 0.5 })).toHaveLength(60)
  })

  it('are fewer for a recording that is shorter than 1.2 seconds', () => {
    expect(readPeaks({ seconds: 0.1, amplitude: 0.5 })).toEqual([100, 100, 100, 100, 100])
    expect(readPeaks()).toEqual([])
  })

  it('are 0 in silence, and stay low in what is hardly heard', () => {
    expect(new Set(readPeaks({ seconds: 2, amplitude: 0 }))).toEqual(new Set([0]))
    expect(new Set(readPeaks({ seconds: 2, amplitude: 0.002 }))).toEqual(new Set([10]))
  })

  it('ignore samples that are no numbers', () => {
    expect(new Set(readPeaks({ seconds: 2, amplitude: Number.NaN }))).toEqual(new Set([0]))
  })
})
