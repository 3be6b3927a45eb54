import { describe, expect, it } from '@jest/globals'
import { fitVideo, listTurnFilters } from './video-size.ts'

const ONE = 65_536

/** Returns a display matrix by its four numbers that turn and mirror. */
function toMatrix(a: number, b: number, c: number, d: number): Buffer {
  const matrix = Buffer.alloc(36)
  for (const [index, value] of [a, b, 0, c, d, 0, 0, 0, 16_384].entries())
    matrix.writeInt32LE(index === 8 ? 2 ** 30 : value * ONE, index * 4)
  return matrix
}

describe('the size of an encoded video', () => {
  it.each([
    [1_920, 1_080, 1_280, 720],
    [1_080, 1_920, 720, 1_280],
    [7_680, 4_320, 1_280, 720],
    [640, 360, 640, 360],
    [4_000, 100, 1_280, 32],
    [721, 405, 722, 406],
    [1, 4_000, 2, 1_280],
  ])('of %i × %i is %i × %i', (width, height, ...expected) => {
    const fitted = fitVideo({ width, height, pixelRatio: 1, matrix: null })
    expect([fitted.width, fitted.height]).toEqual(expected)
  })

  it('is that of square pixels', () => {
    expect(fitVideo({ width: 720, height: 576, pixelRatio: 16 / 15, matrix: null })).toEqual({
      width: 768,
      height: 576,
    })
  })
})

describe('the turn of a video', () => {
  it.each([
    ['is nothing without a matrix', null, []],
    ['is nothing for one that turns nothing', toMatrix(1, 0, 0, 1), []],
    ['is a quarter for a phone that is held upright', toMatrix(0, 1, -1, 0), ['transpose=clock']],
    ['is a quarter to the other side', toMatrix(0, -1, 1, 0), ['transpose=cclock']],
    ['is a half for a phone upside down', toMatrix(-1, 0, 0, -1), ['hflip', 'vflip']],
    ['mirrors what a front camera mirrored', toMatrix(1, 0, 0, -1), ['vflip']],
  ])('%s', (_, matrix, filters) => {
    expect(listTurnFilters(matrix)).toEqual(filters)
  })
})
