import { describe, expect, it } from '@jest/globals'
import { landscape } from './landscape.ts'

describe('landscape', () => {
  it('draws the same picture for the same seed, and another for another', () => {
    expect(landscape(7)).toBe(landscape(7))
    expect(landscape(7)).not.toBe(landscape(13))
  })

  it('is well-formed SVG of the wanted size, whatever the seed', () => {
    for (const seed of [0, 1, 2, 3, 4, 5, 4_294_967_295]) {
      const { documentElement: svg } = new DOMParser().parseFromString(landscape(seed, 600, 400), 'image/svg+xml')
      expect([svg.nodeName, svg.getAttribute('width'), svg.getAttribute('height')]).toEqual(['svg', '600', '400'])
      expect(svg.outerHTML).not.toContain('NaN')
    }
  })
})
