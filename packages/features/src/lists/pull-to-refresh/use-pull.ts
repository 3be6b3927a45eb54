import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { createPullGesture } from './pull-gesture.ts'

/** Returns how far a finger has pulled down the list around `element`, in pixels. Calls `onPulled` at the end of a long pull. */
export function usePull(element: RefObject<HTMLElement | null>, onPulled: () => void): number {
  const [distance, setDistance] = useState(0)
  const pulled = useEffectEvent(onPulled)
  useEffect(() => {
    if (!element.current) return
    const scroller = findScroller(element.current)
    const page = document.documentElement
    const target = scroller ?? document.body
    const gesture = createPullGesture({
      isAtTop: () => (scroller ? scroller.scrollTop : window.scrollY) <= 0,
      onMove: setDistance,
      onPulled: () => pulled(),
    })
    const controller = new AbortController()
    const { signal } = controller
    target.addEventListener('touchstart', gesture.start, { signal, passive: true })
    target.addEventListener('touchmove', gesture.move, { signal, passive: false })
    target.addEventListener('touchend', gesture.end, { signal })
    target.addEventListener('touchcancel', gesture.cancel, { signal })
    page.style.overscrollBehaviorY = 'contain' // the browser does not reload the page
    return () => {
      controller.abort()
      page.style.overscrollBehaviorY = ''
    }
  }, [element])
  return distance
}

/** Returns the element that scrolls the list, or undefined if it is the window. */
function findScroller(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return undefined
}
