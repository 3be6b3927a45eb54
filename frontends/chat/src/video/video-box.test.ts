import { expect, it } from '@jest/globals'
import { getVideoBox, getVideoHeight } from './video-box.ts'

it('gives a video the place of its shape, and one of unknown size that of most videos', () => {
  expect(getVideoBox({ width: 1_280, height: 720 })).toEqual({ width: 300, ratio: 16 / 9 })
  expect(getVideoBox({ width: null, height: null })).toEqual({ width: 300, ratio: 16 / 9 })
  expect(getVideoBox({ width: 720, height: 1_280 })).toEqual({ width: 202.5, ratio: 720 / 1_280 })
  expect(getVideoHeight({ width: 720, height: 1_280 })).toBe(360)
})
