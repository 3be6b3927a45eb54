import { describe, expect, it } from '@jest/globals'
import { findVideoProblem } from './check-video.ts'

const MEGABYTE = 1024 * 1024
const read = (seconds: number) => ({ durationMs: seconds * 1_000, width: 640, height: 360 })

describe('a video that a member chose', () => {
  it.each([
    ['can be sent', MEGABYTE, read(12), undefined],
    ['can have exactly 100 MB and three minutes', 100 * MEGABYTE, read(180), undefined],
    ['can be longer by what a camera takes to stop', MEGABYTE, read(180.6), undefined],
    ['can be sent although the browser cannot play it', MEGABYTE, undefined, undefined],
    ['is too large by a byte', 100 * MEGABYTE + 1, read(12), 'tooLarge'],
    ['is too large, whether or not the browser can play it', 101 * MEGABYTE, undefined, 'tooLarge'],
    ['is too long', MEGABYTE, read(182), 'tooLong'],
    ['is empty', 0, undefined, 'empty'],
  ])('%s', (_, size, video, problem) => {
    expect(findVideoProblem({ size }, video)).toBe(problem)
  })
})
