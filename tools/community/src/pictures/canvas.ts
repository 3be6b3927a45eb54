import { downward } from '@meadow/ui/landscape/draw'
import { createRandom } from '@meadow/ui/landscape/random'

/** What a scene is drawn with: chance, its size, and the light it stands in. */
export type Canvas = { random: () => number; seed: number; width: number; height: number; light: Light }

/** Colours that belong together: a wall from above to below, what things stand on, and three for the things. */
type Light = {
  wall: readonly [string, string]
  ground: string
  dark: string
  things: readonly [string, string, string]
}

const LIGHTS: readonly Light[] = [
  { wall: ['#f6e7cf', '#f1d3ab'], ground: '#b98a5e', dark: '#5b3a26', things: ['#c8553d', '#e0a458', '#6b8f71'] },
  { wall: ['#dcebe3', '#bcd8cc'], ground: '#7d9a86', dark: '#2f4a43', things: ['#e07a5f', '#f2cc8f', '#3d6b5a'] },
  { wall: ['#e5e8f4', '#c3cbe4'], ground: '#8791b5', dark: '#333b5e', things: ['#d97b93', '#f0c987', '#56739c'] },
  { wall: ['#f9e4dc', '#eebfae'], ground: '#a7685a', dark: '#52302c', things: ['#bb4a4a', '#f3c77b', '#62897a'] },
  { wall: ['#3c4a66', '#6d7394'], ground: '#2b3348', dark: '#171d2c', things: ['#e09f6b', '#f4d58d', '#86a5a0'] },
]

type Paint = (canvas: Canvas) => string

/** Makes a scene of what `paint` puts on a canvas: the same seed, the same picture. */
export const scene =
  (paint: Paint) =>
  (seed: number, width: number, height: number): string => {
    const light = LIGHTS[seed % LIGHTS.length] as Light
    const body = paint({ random: createRandom(seed * 7919 + 29), seed, width, height, light })
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
  }

/** A wall in its light, and what things stand on from `horizon` (a share of the height) down. */
export function room({ width, height, light }: Canvas, horizon = 0.66): string {
  const [top, bottom] = light.wall
  const y = height * horizon
  return `<defs>${downward('wall', [
    [0, top],
    [1, bottom],
  ])}${downward('fade', [
    [0, light.dark, 0],
    [1, light.dark, 0.35],
  ])}</defs><rect width="${width}" height="${height}" fill="url(#wall)"/><path d="M${width * 0.08} 0L${width * 0.62} 0L${width * 0.9} ${y}H${width * 0.24}Z" fill="#fff" opacity=".2"/><rect y="${y}" width="${width}" height="${height - y}" fill="${light.ground}"/><rect y="${y}" width="${width}" height="${height - y}" fill="url(#fade)"/>`
}

/** The soft dark below something that stands on a table. */
export const shadow = (x: number, y: number, rx: number, dark: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${rx * 0.13}" fill="${dark}" opacity=".32"/>`

/** As many as wanted of what `draw` makes of a number. */
export const several = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

/** One of them, by chance. */
export const oneOf = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
