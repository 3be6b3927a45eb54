import { type PointerEvent, useRef, useState } from 'react'
import { type DragAxis, toDragAxis, toDragResult } from './drag.ts'
import { clampZoom, type Point, type Size, toZoomScales, UNZOOMED, type Zoom, zoomAround } from './zoom.ts'

const DOUBLE_TAP_MS = 300
const DOUBLE_TAP_DISTANCE_PX = 30

type Drag = { axis: DragAxis; distance: number }
type Tap = Point & { at: number }
/** Pointers that are down, and the start of the drag of the first one. */
type Touch = { points: Map<number, Point>; start: Tap; axis?: DragAxis | undefined; hasMoved: boolean }

type PictureGestures = { index: number; onPrevious: () => void; onNext: () => void; onClose: () => void }

/**
 * Gestures on the stage of a viewer: one finger turns to another picture, closes (downwards) or pans a zoomed picture; two
 * fingers and a double tap zoom. `hasMoved` returns true if the last press was a drag, so that its click means nothing.
 */
export function usePictureGestures({ index, onPrevious, onNext, onClose }: PictureGestures) {
  const [zoom, setZoom] = useZoomOfPicture(index)
  const [drag, setDrag] = useState<Drag>()
  const touch = useRef<Touch>({ points: new Map(), start: { x: 0, y: 0, at: 0 }, hasMoved: false })
  const lastTap = useRef<Tap>(undefined)
  const change = { previous: onPrevious, next: onNext, close: onClose }

  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    const { points } = touch.current
    const point = toPoint(event)
    points.set(event.pointerId, point)
    if (points.size === 1) touch.current = { points, start: { ...point, at: event.timeStamp }, hasMoved: false }
    else setDrag(undefined)
  }

  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    const { points, start } = touch.current
    const before = points.get(event.pointerId)
    if (!before) return
    const point = toPoint(event)
    points.set(event.pointerId, point)
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      touch.current.hasMoved = true
      const factor = getDistance(point, other) / Math.max(1, getDistance(before, other))
      const middle = toStagePoint(event.currentTarget, { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 })
      const { max } = readZoomScales(event.currentTarget)
      setZoom((current) => fitZoom(event.currentTarget, zoomAround(current, middle, factor, max)))
      return
    }
    const distance = { x: point.x - start.x, y: point.y - start.y }
    touch.current.axis ??= toDragAxis(distance)
    const { axis } = touch.current
    if (!axis) return
    touch.current.hasMoved = true
    if (zoom.scale > 1) setZoom((current) => fitZoom(event.currentTarget, pan(current, before, point)))
    else setDrag({ axis, distance: axis === 'x' ? distance.x : Math.max(0, distance.y) })
  }

  const handlePointerUp = (event: PointerEvent<HTMLElement>) => {
    const { points, start, axis, hasMoved } = touch.current
    if (!points.delete(event.pointerId)) return
    const [remaining] = points.values()
    if (remaining) {
      touch.current = { points, start: { ...remaining, at: event.timeStamp }, hasMoved }
      return
    }
    setDrag(undefined)
    const point = toPoint(event)
    if (!hasMoved) return handleTap(event, { ...point, at: event.timeStamp })
    if (zoom.scale > 1 || !axis || event.type !== 'pointerup') return
    const result = toDragResult(axis, { x: point.x - start.x, y: point.y - start.y }, event.timeStamp - start.at)
    if (result) change[result]()
  }

  function handleTap(event: PointerEvent<HTMLElement>, tap: Tap): void {
    const last = lastTap.current
    lastTap.current = tap
    if (!(event.target instanceof HTMLImageElement) || !last || tap.at - last.at > DOUBLE_TAP_MS) return
    if (getDistance(tap, last) > DOUBLE_TAP_DISTANCE_PX) return
    lastTap.current = undefined
    const stage = event.currentTarget
    const { doubleTap, max } = readZoomScales(stage)
    setZoom((current) =>
      current.scale > 1 ? UNZOOMED : fitZoom(stage, zoomAround(current, toStagePoint(stage, tap), doubleTap, max)),
    )
  }

  return {
    zoom,
    drag,
    hasMoved: () => touch.current.hasMoved,
    stageProps: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerUp,
      onPointerCancel: handlePointerUp,
      onPointerLeave: handlePointerUp,
    },
  }
}

/** State of the zoom, which ends when another picture is shown. */
function useZoomOfPicture(index: number) {
  const [state, setState] = useState({ index, zoom: UNZOOMED })
  const getZoom = (known: typeof state) => (known.index === index ? known.zoom : UNZOOMED)
  const setZoom = (change: (zoom: Zoom) => Zoom) => setState((known) => ({ index, zoom: change(getZoom(known)) }))
  return [getZoom(state), setZoom] as const
}

const toPoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({ x: clientX, y: clientY })
const getDistance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
const pan = (zoom: Zoom, from: Point, to: Point): Zoom => ({
  ...zoom,
  x: zoom.x + to.x - from.x,
  y: zoom.y + to.y - from.y,
})

function toStagePoint(stage: HTMLElement, point: Point): Point {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: point.x - left - width / 2, y: point.y - top - height / 2 }
}

const findPicture = (stage: HTMLElement) => stage.querySelector<HTMLImageElement>('[aria-current] img')
const toStageSize = ({ clientWidth: width, clientHeight: height }: HTMLElement): Size => ({ width, height })
const toShownSize = ({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size => ({ width, height })

/** Returns how far the shown picture of a stage is zoomed. */
function readZoomScales(stage: HTMLElement): ReturnType<typeof toZoomScales> {
  const picture = findPicture(stage)
  const shown = picture ? toShownSize(picture) : { width: 0, height: 0 }
  return toZoomScales(shown, Number(picture?.getAttribute('width')), toStageSize(stage))
}

/** Keeps the shown picture of a stage inside it. */
function fitZoom(stage: HTMLElement, zoom: Zoom): Zoom {
  const picture = findPicture(stage)
  return picture ? clampZoom(zoom, toShownSize(picture), toStageSize(stage)) : zoom
}
