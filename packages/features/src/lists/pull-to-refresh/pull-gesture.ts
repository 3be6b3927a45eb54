/** The list follows the finger at this part of its speed. */
const RESISTANCE = 0.5
/** From here on, letting go refreshes. */
export const PULL_THRESHOLD_PX = 64
const MAX_PULL_PX = 96
/** Shorter movements have no direction. */
const MIN_MOVE_PX = 8
/** Layers that are inside the list in the document, but over it on the screen. */
const LAYER_SELECTOR = 'dialog, [popover]'

type PullGestureOptions = {
  isAtTop: () => boolean
  /** Receives the distance in pixels, and 0 at the end. */
  onMove: (distance: number) => void
  onPulled: () => void
}

/** Creates the touch handlers of a pull: one finger downwards, from the top of the list. */
export function createPullGesture({ isAtTop, onMove, onPulled }: PullGestureOptions) {
  let start: { x: number; y: number } | undefined
  let isPulling = false
  let distance = 0

  const reset = () => {
    start = undefined
    isPulling = false
    distance = 0
    onMove(0)
  }
  const moveTo = (touch: Touch, from: { x: number; y: number }, event: TouchEvent) => {
    const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
    if (!isPulling && Math.hypot(dx, dy) < MIN_MOVE_PX) return
    if (!isPulling && (dy < Math.abs(dx) || !isAtTop())) return reset()
    isPulling = true
    event.preventDefault()
    distance = Math.max(0, Math.min(dy * RESISTANCE, MAX_PULL_PX))
    onMove(distance)
  }
  return {
    start(event: TouchEvent) {
      const [touch, second] = event.touches
      if (second) return reset()
      const isLayer = event.target instanceof Element && event.target.closest(LAYER_SELECTOR) !== null
      start = touch && !isLayer && isAtTop() ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    move(event: TouchEvent) {
      const [touch] = event.touches
      if (touch && start) moveTo(touch, start, event)
    },
    end() {
      const isLong = distance >= PULL_THRESHOLD_PX
      reset()
      if (isLong) onPulled()
    },
    cancel: reset,
  }
}
