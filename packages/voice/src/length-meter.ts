import { EncodingError } from './encoding-error.ts'

/**
 * Creates a function that takes the start and the length of each frame of a stream, and returns how long the stream is until then, all in
 * seconds. Timestamps may lie, so the lengths count, too. @throws EncodingError `too_long` above `maxSeconds`
 */
export function createLengthMeter(maxSeconds: number): (start: number, length: number) => number {
  let first: number | undefined
  let [longest, counted] = [0, 0]
  return (start, length) => {
    first ??= start
    longest = Math.max(longest, start - first + length)
    counted += length
    if (Math.max(longest, counted) > maxSeconds) throw new EncodingError('too_long')
    return longest
  }
}
