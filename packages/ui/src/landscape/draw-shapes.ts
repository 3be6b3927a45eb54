import type { Point } from './compute-ridge.ts'

type Circle = { x: number; y: number; r: number; fill: string; opacity?: number }

const formatNumber = (value: number) => String(Math.round(value * 10) / 10)

/** Draws the area below a line, down to the bottom of the picture. */
export function drawLand(line: readonly Point[], width: number, height: number, fill: string): string {
  const edge = line.map(([x, y]) => `L${formatNumber(x)} ${formatNumber(y)}`).join('')
  return `<path d="M0 ${height}${edge}L${width} ${height}Z" fill="${fill}"/>`
}

/** Draws a fir as a slender triangle above its foot point. */
export function drawFir([x, y]: Point, size: number, fill: string): string {
  return `<path d="M${formatNumber(x)} ${formatNumber(y - size * 2)}l${formatNumber(size / 2)} ${formatNumber(size * 2.2)}h${formatNumber(-size)}z" fill="${fill}"/>`
}

export function drawCircle({ x, y, r, fill, opacity }: Circle): string {
  const faint = opacity === undefined ? '' : ` opacity="${opacity.toFixed(2)}"`
  return `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(r)}" fill="${fill}"${faint}/>`
}

export function drawArea(y: number, width: number, height: number, fill: string, opacity = 1): string {
  return `<rect y="${formatNumber(y)}" width="${width}" height="${formatNumber(height)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`
}

/** Defines a vertical gradient; each stop is offset, colour and opacity. */
export function defineVerticalGradient(id: string, stops: readonly (readonly [number, string, number?])[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(drawStop).join('')}</linearGradient>`
}

export function defineGlow(id: string, colour: string): string {
  return `<radialGradient id="${id}">${[drawStop([0, colour, 0.9]), drawStop([1, colour, 0])].join('')}</radialGradient>`
}

function drawStop([offset, colour, opacity = 1]: readonly [number, string, number?]): string {
  return `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`
}
