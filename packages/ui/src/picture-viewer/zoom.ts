export type Point = { x: number; y: number }
export type Size = { width: number; height: number }

/** Scale of a picture and the offset of its middle from the middle of the stage, in pixels. */
export type Zoom = Point & { scale: number }

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
export const DOUBLE_TAP_SCALE = 2.5
const MAX_SCALE = 5

/** Scales a picture by a factor around a point that stays where it is. The point is relative to the middle of the stage. */
export function zoomAround(zoom: Zoom, point: Point, factor: number): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor))
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
