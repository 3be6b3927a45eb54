export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** Scale of a picture and the offset of its middle from the middle of the stage, in pixels. */
export type Zoom = Point & { scale: number }

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
const DOUBLE_TAP_SCALE = 2.5
const MAX_SCALE = 5

/**
 * Returns the scale of a double tap and the largest scale. A very tall or wide picture is a thin strip on the stage, so both grow
 * until it fills the stage or has its own width in pixels.
 */
export function toZoomScales(shown: Size, ownWidth: number, stage: Size): { doubleTap: number; max: number } {
  const fillingScale = Math.max(stage.width / shown.width, stage.height / shown.height)
  const scale = Math.min(fillingScale, ownWidth / shown.width)
  return scale > MAX_SCALE ? { doubleTap: scale, max: scale } : { doubleTap: DOUBLE_TAP_SCALE, max: MAX_SCALE }
}

/** Scales a picture by a factor around a point that stays where it is. The point is relative to the middle of the stage. */
export function zoomAround(zoom: Zoom, point: Point, factor: number, maxScale: number = MAX_SCALE): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor))
  const ratio = scale / zoom.scale
  return { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }
}

/** Moves a zoomed picture back so far that no edge of it leaves an empty strip on the stage. */
export function clampZoom({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  if (scale <= 1) return UNZOOMED
  return {
    scale,
    x: clamp(x, (picture.width * scale - stage.width) / 2),
    y: clamp(y, (picture.height * scale - stage.height) / 2),
  }
}

function clamp(value: number, limit: number): number {
  const max = Math.max(0, limit)
  return Math.min(max, Math.max(-max, value))
}
