import { type TouchEvent, useRef } from 'react'

const MIN_SWIPE_PX = 50

type TouchPoint = { x: number; y: number }

const toTouchPoint = ({ changedTouches: { 0: touch } }: TouchEvent): TouchPoint | undefined =>
  touch && { x: touch.clientX, y: touch.clientY }

/** Returns touch handlers that detect a horizontal swipe of more than 50 px. */
export function useSwipe(onSwipe: (to: 'left' | 'right') => void) {
  const startRef = useRef<TouchPoint>(undefined)
  return {
    onTouchStart: (event: TouchEvent) => {
      startRef.current = event.touches.length === 1 ? toTouchPoint(event) : undefined
    },
    onTouchEnd: (event: TouchEvent) => {
      const from = startRef.current
      const to = toTouchPoint(event)
      startRef.current = undefined
      if (!from || !to) return
      const distanceX = to.x - from.x
      if (Math.abs(distanceX) > MIN_SWIPE_PX && Math.abs(distanceX) > Math.abs(to.y - from.y))
        onSwipe(distanceX < 0 ? 'left' : 'right')
    },
  }
}
