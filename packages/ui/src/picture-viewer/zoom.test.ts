import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { clampZoom, toZoomScales, UNZOOMED, zoomAround } from './zoom.ts'

const coordinates = fc.integer({ min: -500, max: 500 })

it('keeps the point between the fingers where it is', () => {
  fc.assert(
    fc.property(coordinates, coordinates, fc.double({ min: 1, max: 3, noNaN: true }), (x, y, factor) => {
      const zoom = zoomAround(UNZOOMED, { x, y }, factor)
      expect(x * zoom.scale + zoom.x).toBeCloseTo(x, 6) // a point of the picture: offset + position * scale
      expect(y * zoom.scale + zoom.y).toBeCloseTo(y, 6)
    }),
  )
})

it('zooms at least to the whole picture and at most five times', () => {
  expect(zoomAround(UNZOOMED, { x: 0, y: 0 }, 0.2).scale).toBe(1)
  expect(zoomAround(UNZOOMED, { x: 0, y: 0 }, 50).scale).toBe(5)
})

const phone = { width: 390, height: 800 }
it.each([
  ['a photo', { width: 390, height: 260 }, 2508, { doubleTap: 2.5, max: 5 }],
  ['a small picture', { width: 390, height: 390 }, 24, { doubleTap: 2.5, max: 5 }],
  ['a long screenshot, until it is as wide as the stage', { width: 39, height: 720 }, 476, { doubleTap: 10, max: 10 }],
  ['a panorama, until it has its own pixels', { width: 390, height: 20 }, 3_900, { doubleTap: 10, max: 10 }],
  ['a sliver, which has no more pixels', { width: 4, height: 800 }, 20, { doubleTap: 2.5, max: 5 }],
  ['a picture that is not laid out', { width: 0, height: 0 }, 800, { doubleTap: 2.5, max: 5 }],
])('zooms %s', (_, shown, ownWidth, scales) => {
  expect(toZoomScales(shown, ownWidth, shown.width === 0 ? shown : phone)).toEqual(scales)
})

it('zooms at most as far as it is told', () => {
  expect(zoomAround(UNZOOMED, { x: 0, y: 0 }, 50, 12).scale).toBe(12)
})

it('leaves no empty strip beside a zoomed picture', () => {
  const stage = { width: 400, height: 800 }
  const picture = { width: 400, height: 300 }
  expect(clampZoom({ scale: 2, x: 900, y: 40 }, picture, stage)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(clampZoom({ scale: 4, x: 0, y: -900 }, picture, stage)).toEqual({ scale: 4, x: 0, y: -200 })
  expect(clampZoom({ scale: 1, x: 50, y: 50 }, picture, stage)).toEqual(UNZOOMED)
})
