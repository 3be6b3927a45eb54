import type { Point } from './ridge.ts'

type Circle = { x: number; y: number; r: number; fill: string; opacity?: number }

const short = (value: number) => String(Math.round(value * 10) / 10)

/** Everything below a line, down to the bottom of the picture. */
export function land(line: readonly Point[], width: number, height: number, fill: string): string {
  const edge = line.map(([x, y]) => `L${short(x)} ${short(y)}`).join('')
  return `<path d="M0 ${height}${edge}L${width} ${height}Z" fill="${fill}"/>`
}

/** A fir as a slender triangle that stands on `foot`. */
export function fir([x, y]: Point, size: number, fill: string): string {
  return `<path d="M${short(x)} ${short(y - size * 2)}l${short(size / 2)} ${short(size * 2.2)}h${short(-size)}z" fill="${fill}"/>`
}

export function circle({ x, y, r, fill, opacity }: Circle): string {
  const faint = opacity === undefined ? '' : ` opacity="${opacity.toFixed(2)}"`
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"${faint}/>`
}

export function area(y: number, width: number, height: number, fill: string, opacity = 1): string {
  return `<rect y="${short(y)}" width="${width}" height="${short(height)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`
}

/** A gradient from above, each stop as offset, colour and opacity. */
export function downward(id: string, stops: readonly (readonly [number, string, number?])[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(stop).join('')}</linearGradient>`
}

export function glow(id: string, colour: string): string {
  return `<radialGradient id="${id}">${[stop([0, colour, 0.9]), stop([1, colour, 0])].join('')}</radialGradient>`
}

function stop([offset, colour, opacity = 1]: readonly [number, string, number?]): string {
  return `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`
}
