import { mix } from './colour.ts'
import { area, circle, downward, fir, glow, land } from './draw.ts'
import { type Palette, paletteOf } from './palettes.ts'
import { createRandom } from './random.ts'
import { type Point, ridge } from './ridge.ts'

type Scene = { random: () => number; palette: Palette; width: number; height: number }

/** Draws a landscape as SVG text: sky, sun, some ridges with haze between them, a meadow. The same seed, the same picture. */
export function drawLandscape(seed: number, width = 1200, height = 800): string {
  const palette = paletteOf(seed)
  const scene: Scene = { random: createRandom(seed * 7919 + 13), palette, width, height }
  const [high, middle, low] = palette.sky
  const gradients = [
    downward('sky', [
      [0, high],
      [0.45, middle],
      [0.8, low],
    ]),
    downward('haze', [
      [0, low, 0],
      [1, low],
    ]),
    glow('glow', palette.sun),
  ]
  const parts = [sun(scene), ...ridges(scene), flowers(scene)]
  const sky = area(0, width, height, 'url(#sky)') + (palette.stars ? stars(scene) : '')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${gradients.join('')}</defs>${sky}${parts.join('')}</svg>`
}

function sun({ random, palette, width, height }: Scene): string {
  const x = width * (0.15 + random() * 0.7)
  const y = height * (0.18 + random() * 0.25)
  const r = height * (0.05 + random() * 0.05)
  return circle({ x, y, r: r * 4, fill: 'url(#glow)' }) + circle({ x, y, r, fill: palette.sun })
}

/** Four to six ridges from far to near, firs on those in the middle, the haze of the low sky in front of each. */
function ridges({ random, palette, width, height }: Scene): string[] {
  const count = 4 + Math.floor(random() * 3)
  return Array.from({ length: count }, (_, i) => {
    const near = i / (count - 1)
    const base = height * (0.42 + near * 0.42)
    const colour = mix(palette.far, palette.near, near)
    const line = ridge(random, {
      width,
      base,
      height: height * (0.22 - near * 0.12),
      roughness: 0.5 + (1 - near) * 0.06,
    })
    const wooded = i > 1 && i < count - 1 && random() > 0.25
    const trees = wooded ? wood(random, line, height * (0.015 + near * 0.035), mix(colour, '#0b2012', 0.35)) : ''
    return (
      land(line, width, height, colour) + trees + area(base, width, height - base, 'url(#haze)', 0.34 - near * 0.26)
    )
  })
}

function wood(random: () => number, line: readonly Point[], size: number, colour: string): string {
  const firs = Array.from({ length: 26 }, () => {
    const foot = line[Math.floor(random() * line.length)]
    return foot ? fir(foot, size * (0.6 + random()), colour) : ''
  })
  return firs.join('')
}

function flowers({ random, palette, width, height }: Scene): string {
  if (random() <= 0.3) return ''
  const drawn = Array.from({ length: 90 }, () => {
    const x = random() * width
    const y = height * (0.86 + random() * 0.14)
    const r = 2 + random() * 5 * (y / height)
    return circle({ x, y, r, fill: mix(palette.flowers, '#ffffff', random() * 0.6), opacity: 0.6 + random() * 0.4 })
  })
  return drawn.join('')
}

function stars({ random, width, height }: Scene): string {
  const drawn = Array.from({ length: 120 }, () => {
    const place = { x: random() * width, y: random() * height * 0.5, r: 0.5 + random() * 1.6 }
    return circle({ ...place, fill: '#fff', opacity: 0.3 + random() * 0.7 })
  })
  return drawn.join('')
}
