import type { Point } from './zoom.ts'

export type DragAxis = 'x' | 'y'

const AXIS_DISTANCE_PX = 8
const FAR_PX = 80
const FAST_PX_PER_MS = 0.4
const MIN_FAST_DISTANCE_PX = 24

/** Returns the axis of a drag once it is long enough to tell. */
export function toDragAxis({ x, y }: Point): DragAxis | undefined {
  if (Math.hypot(x, y) < AXIS_DISTANCE_PX) return undefined
  return Math.abs(x) > Math.abs(y) ? 'x' : 'y'
}

/** Decides the effect of a drag when the finger leaves: far or fast ones turn to another picture or, downwards, close. */
export function toDragResult(
  axis: DragAxis,
  distance: Point,
  durationMs: number,
): 'previous' | 'next' | 'close' | undefined {
  const length = axis === 'x' ? distance.x : distance.y
  const isFast = Math.abs(length) > MIN_FAST_DISTANCE_PX && Math.abs(length) / Math.max(1, durationMs) > FAST_PX_PER_MS
  if (Math.abs(length) < FAR_PX && !isFast) return undefined
  if (axis === 'y') return length > 0 ? 'close' : undefined
  return length > 0 ? 'previous' : 'next'
}
