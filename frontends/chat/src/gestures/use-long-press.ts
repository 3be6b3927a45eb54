import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 450
const MAX_MOVEMENT_PX = 8

/** Returns handlers that call `onPress` after a long press by touch, instead of the browser's menu and the click on release. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isTouch = useRef(false)
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: (event: PointerEvent) => {
      isTouch.current = event.pointerType === 'touch'
      if (!isTouch.current) return
      start.current = { x: event.clientX, y: event.clientY }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        onPress()
        ignoreReleaseClick()
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
  }
}

/** Ignores the click when the finger is lifted, wherever it lands: what the press has opened may lie under the finger. */
function ignoreReleaseClick() {
  const nextInput = new AbortController()
  const listen = (type: 'click' | 'pointerdown' | 'keydown', handle: (event: Event) => void) =>
    window.addEventListener(type, handle, { capture: true, signal: nextInput.signal })
  listen('click', (event) => {
    event.preventDefault()
    event.stopPropagation()
    nextInput.abort()
  })
  listen('pointerdown', () => nextInput.abort())
  listen('keydown', () => nextInput.abort())
}
