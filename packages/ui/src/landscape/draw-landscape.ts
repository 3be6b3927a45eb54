import { computeRidge, type Point } from './compute-ridge.ts'
import { createRandom } from './create-random.ts'
import { defineGlow, defineVerticalGradient, drawArea, drawCircle, drawFir, drawLand } from './draw-shapes.ts'
import { mixColours } from './mix-colours.ts'
import { getPalette, type Palette } from './palettes.ts'

type Scene = { random: () => number; palette: Palette; width: number; height: number }

/** Draws a landscape as SVG text: sky, sun, hazy ridges, meadow. The same seed gives the same picture. */
export function drawLandscape(seed: number, width = 1200, height = 800): string {
  const palette = getPalette(seed)
  const scene: Scene = { random: createRandom(seed * 7919 + 13), palette, width, height }
  const [high, middle, low] = palette.sky
  const gradients = [
    defineVerticalGradient('sky', [
      [0, high],
      [0.45, middle],
      [0.8, low],
    ]),
    defineVerticalGradient('haze', [
      [0, low, 0],
      [1, low],
    ]),
    defineGlow('glow', palette.sun),
  ]
  const parts = [drawSun(scene), ...drawRidges(scene), drawFlowers(scene)]
  const sky = drawArea(0, width, height, 'url(#sky)') + (palette.stars ? drawStars(scene) : '')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${gradients.join('')}</defs>${sky}${parts.join('')}</svg>`
}

function drawSun({ random, palette, width, height }: Scene): string {
  const x = width * (0.15 + random() * 0.7)
  const y = height * (0.18 + random() * 0.25)
  const r = height * (0.05 + random() * 0.05)
  return drawCircle({ x, y, r: r * 4, fill: 'url(#glow)' }) + drawCircle({ x, y, r, fill: palette.sun })
}

/** Draws four to six ridges from far to near, with firs on the middle ones and haze in front of each. */
function drawRidges({ random, palette, width, height }: Scene): string[] {
  const count = 4 + Math.floor(random() * 3)
  return Array.from({ length: count }, (_, i) => {
    const near = i / (count - 1)
    const base = height * (0.42 + near * 0.42)
    const colour = mixColours(palette.far, palette.near, near)
    const line = computeRidge(random, {
      width,
      base,
      height: height * (0.22 - near * 0.12),
      roughness: 0.5 + (1 - near) * 0.06,
    })
    const wooded = i > 1 && i < count - 1 && random() > 0.25
    const trees = wooded
      ? drawFirs(random, line, height * (0.015 + near * 0.035), mixColours(colour, '#0b2012', 0.35))
      : ''
    return (
      drawLand(line, width, height, colour) +
      trees +
      drawArea(base, width, height - base, 'url(#haze)', 0.34 - near * 0.26)
    )
  })
}

function drawFirs(random: () => number, line: readonly Point[], size: number, colour: string): string {
  const firs = Array.from({ length: 26 }, () => {
    const foot = line[Math.floor(random() * line.length)]
    return foot ? drawFir(foot, size * (0.6 + random()), colour) : ''
  })
  return firs.join('')
}

function drawFlowers({ random, palette, width, height }: Scene): string {
  if (random() <= 0.3) return ''
  const drawn = Array.from({ length: 90 }, () => {
    const x = random() * width
    const y = height * (0.86 + random() * 0.14)
    const r = 2 + random() * 5 * (y / height)
    return drawCircle({
      x,
      y,
      r,
      fill: mixColours(palette.flowers, '#ffffff', random() * 0.6),
      opacity: 0.6 + random() * 0.4,
    })
  })
  return drawn.join('')
}

function drawStars({ random, width, height }: Scene): string {
  const drawn = Array.from({ length: 120 }, () => {
    const place = { x: random() * width, y: random() * height * 0.5, r: 0.5 + random() * 1.6 }
    return drawCircle({ ...place, fill: '#fff', opacity: 0.3 + random() * 0.7 })
  })
  return drawn.join('')
}
