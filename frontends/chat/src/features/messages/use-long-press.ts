import { type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 450
const MAX_MOVEMENT_PX = 8

/** Returns pointer handlers that call `onPress` after a long press by touch. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      start.current = { x: event.clientX, y: event.clientY }
      clearTimeout(timer.current)
      timer.current = setTimeout(onPress, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MAX_MOVEMENT_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
