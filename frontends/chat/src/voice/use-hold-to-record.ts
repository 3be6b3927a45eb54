import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** The end of a hold: the button was released, or the pointer moved so far that it discards, or records without being held. */
export type HoldEnd = 'release' | 'cancel' | 'lock'

type HoldToRecord = {
  /** The element that gets the CSS property `--slide`: the distance in px that the pointer has moved towards the discarding side. */
  surface: RefObject<HTMLElement | null>
  /** Called for a short press, and for the keyboard. */
  onTap: () => void
  onHold: () => void
  onEnd: (end: HoldEnd) => void
}

type Press = {
  pointerId: number
  startX: number
  startY: number
  timer: ReturnType<typeof setTimeout>
  isHeld: boolean
}

/** A press that lasts at least this long is a hold. */
const HOLD_MS = 300

/**
 * Returns handlers of the button that records. A hold records until it ends: see `readHoldGesture`. The pointer may be taken away, for
 * example by the question for the microphone: then the recording goes on without it.
 */
export function useHoldToRecord({ surface, onTap, onHold, onEnd }: HoldToRecord) {
  const press = useRef<Press>(undefined)
  const isClickOfHold = useRef(false)
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  const end = ({ pointerId }: PointerEvent, reason: HoldEnd) => {
    const ended = press.current
    if (ended?.pointerId !== pointerId) return
    press.current = undefined
    clearTimeout(ended.timer)
    surface.current?.style.removeProperty('--slide')
    if (ended.isHeld) onEnd(reason)
  }
  return {
    onPointerDown: ({ currentTarget, isPrimary, button, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!isPrimary || button !== 0) return
      isClickOfHold.current = false
      currentTarget.setPointerCapture(pointerId)
      clearTimeout(press.current?.timer)
      const timer = setTimeout(() => {
        begun.isHeld = true
        isClickOfHold.current = true
        onHold()
      }, HOLD_MS)
      const begun: Press = { pointerId, startX: clientX, startY: clientY, timer, isHeld: false }
      press.current = begun
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = press.current
      if (!current?.isHeld || current.pointerId !== event.pointerId) return
      const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
      const [dx, dy] = [event.clientX - current.startX, event.clientY - current.startY]
      const gesture = readHoldGesture(dx, dy, isRightToLeft)
      surface.current?.style.setProperty('--slide', `${gesture.slide}px`)
      if (gesture.end) end(event, gesture.end)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, 'release'),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, 'lock'),
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault()
    },
    onClick: ({ detail }: MouseEvent) => {
      const isByKeyboard = detail === 0 // the click of a hold may not come, because the button is hidden meanwhile
      if (isByKeyboard || !isClickOfHold.current) onTap()
      isClickOfHold.current = false
    },
  }
}

/** A movement of this length towards the beginning of the line discards the recording. */
const CANCEL_PX = 96
/** A movement of this length upwards locks the recording: it goes on without being held. */
const LOCK_PX = 72

/**
 * Reads the movement since the button was pressed, in px: whether it ends the hold, and how far it went towards the start of the line,
 * which is on the right in scripts from right to left. Of two directions the further one counts.
 */
export function readHoldGesture(
  dx: number,
  dy: number,
  isRightToLeft: boolean,
): { end: HoldEnd | undefined; slide: number } {
  const slide = Math.max(0, isRightToLeft ? dx : -dx)
  const lift = Math.max(0, -dy)
  if (slide >= CANCEL_PX && slide >= lift) return { end: 'cancel', slide }
  return { end: lift >= LOCK_PX && lift > slide ? 'lock' : undefined, slide }
}
