import { type TouchEvent, useRef } from 'react'

const FAR = 50

type Spot = { x: number; y: number }

const spotOf = ({ changedTouches: { 0: touch } }: TouchEvent): Spot | undefined =>
  touch && { x: touch.clientX, y: touch.clientY }

/** Handlers that tell a swipe over the element, to the left or to the right, from a scroll. */
export function useSwipe(onSwipe: (to: 'left' | 'right') => void) {
  const begun = useRef<Spot>(undefined)
  return {
    onTouchStart: (event: TouchEvent) => {
      begun.current = event.touches.length === 1 ? spotOf(event) : undefined
    },
    onTouchEnd: (event: TouchEvent) => {
      const from = begun.current
      const to = spotOf(event)
      begun.current = undefined
      if (!from || !to) return
      const across = to.x - from.x
      if (Math.abs(across) > FAR && Math.abs(across) > Math.abs(to.y - from.y)) onSwipe(across < 0 ? 'left' : 'right')
    },
  }
}
