import { VOICE_PEAKS } from '@meadow/contracts/limits'

/** The amplitudes of a recording, collected while it is decoded. Their number does not depend on its length. */
export type VoicePeakMeter = {
  /** Adds samples between -1 and 1. */
  add(samples: Float32Array): void
  /** Returns the loudness of the parts of the recording, from 0 to 100: at most `VOICE_PEAKS`, and 100 for its loudest part. */
  readPeaks(): number[]
}

/** Samples of one amplitude: 20 ms at 44.1 kHz. */
const SAMPLES_PER_AMPLITUDE = 882
/** A recording that is more quiet than this, such as a silent one, is not made louder. */
const QUIET_AMPLITUDE = 0.02

export function createVoicePeakMeter(): VoicePeakMeter {
  const amplitudes: number[] = []
  let sampleCount = 0
  return {
    add(samples) {
      for (const sample of samples) {
        const index = Math.floor(sampleCount / SAMPLES_PER_AMPLITUDE)
        const amplitude = Math.abs(sample)
        amplitudes[index] = Math.max(amplitudes[index] ?? 0, Number.isFinite(amplitude) ? amplitude : 0)
        sampleCount += 1
      }
    },
    readPeaks() {
      const count = Math.min(VOICE_PEAKS, amplitudes.length)
      const toStart = (index: number) => Math.floor((index * amplitudes.length) / count)
      const peaks = Array.from({ length: count }, (_, index) =>
        Math.max(...amplitudes.slice(toStart(index), toStart(index + 1))),
      )
      const loudest = Math.max(QUIET_AMPLITUDE, ...peaks)
      return peaks.map((peak) => Math.round((peak / loudest) * 100))
    },
  }
}
