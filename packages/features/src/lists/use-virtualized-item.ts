import { useIsNearViewport } from '@meadow/web'
import { type CSSProperties, type FocusEvent, useCallback, useLayoutEffect, useState } from 'react'

/** How high items were when they were last whole: by their id, for whoever comes back to a list. */
const itemHeights = new Map<string, number>()

/**
 * Whether an item of a long list is in the page as a whole, or only its place, as high as it was: far from the screen,
 * unless the focus is in it or something in it says `useStay`. Its element gets `props`. What is no item is `always` whole.
 */
export function useVirtualizedItem(id: string, isAlwaysMounted: boolean) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [nearRef, isNear] = useIsNearViewport()
  const [hasFocus, setFocus] = useState(false)
  const [keepMountedCount, setKeepMountedCount] = useState(0)
  const isMounted = isAlwaysMounted || isNear || hasFocus || keepMountedCount > 0 || !itemHeights.has(id)

  useLayoutEffect(() => {
    if (!element || !isMounted || isAlwaysMounted) return
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? []
      if (size) itemHeights.set(id, size.blockSize)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isMounted, isAlwaysMounted, id])

  const keepMounted = useCallback(() => {
    setKeepMountedCount((count) => count + 1)
    return () => setKeepMountedCount((count) => count - 1)
  }, [])
  const ref = useCallback(
    (place: HTMLElement | null) => {
      setElement(place)
      nearRef(place)
    },
    [nearRef],
  )
  const style: CSSProperties | undefined = isMounted ? undefined : { height: itemHeights.get(id) }
  return {
    isWhole: isMounted,
    isNear,
    stay: keepMounted,
    props: { ref, style, onFocus: () => setFocus(true), onBlur: (event: FocusEvent) => setFocus(isFocusInside(event)) },
  }
}

/** The focus goes on to something inside, or comes back to it when the window does. */
const isFocusInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
