import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 450
const MAX_MOVEMENT_PX = 8

/** Returns handlers that call `onPress` after a long press by touch, instead of the browser's menu and the click after it. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isTouch = useRef(false)
  const isPressed = useRef(false)
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      isTouch.current = event.pointerType === 'touch'
      isPressed.current = false
      if (!isTouch.current) return
      start.current = { x: event.clientX, y: event.clientY }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        isPressed.current = true
        onPress()
      }, LONG_PRESS_MS)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MAX_MOVEMENT_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isPressed.current) return
      isPressed.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
