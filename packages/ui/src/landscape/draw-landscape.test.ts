import { describe, expect, it } from '@jest/globals'
import { drawLandscape } from './draw-landscape.ts'

describe('landscape', () => {
  it('draws the same picture for the same seed, and another for another', () => {
    expect(drawLandscape(7)).toBe(drawLandscape(7))
    expect(drawLandscape(7)).not.toBe(drawLandscape(13))
  })

  it('is well-formed SVG of the wanted size, whatever the seed', () => {
    for (const seed of [0, 1, 2, 3, 4, 5, 4_294_967_295]) {
      const { documentElement: svg } = new DOMParser().parseFromString(drawLandscape(seed, 600, 400), 'image/svg+xml')
      expect([svg.nodeName, svg.getAttribute('width'), svg.getAttribute('height')]).toEqual(['svg', '600', '400'])
      expect(svg.outerHTML).not.toContain('NaN')
    }
  })
})
