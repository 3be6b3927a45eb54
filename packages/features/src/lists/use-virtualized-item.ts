import { useIsNearViewport } from '@meadow/web'
import { type CSSProperties, type FocusEvent, useCallback, useLayoutEffect, useState } from 'react'

/** Last measured item heights in pixels, by item id. They survive leaving the page. */
const itemHeights = new Map<string, number>()

/**
 * Virtualizes an item of a long list. Far from the screen only an empty element of the same height stays in the page,
 * unless the focus is inside or `useKeepMounted` holds it. Spread `props` on the element of the item.
 * `isAlwaysMounted` turns virtualization off.
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
    (node: HTMLElement | null) => {
      setElement(node)
      nearRef(node)
    },
    [nearRef],
  )
  const style: CSSProperties | undefined = isMounted ? undefined : { height: itemHeights.get(id) }
  return {
    isMounted,
    isNear,
    keepMounted,
    props: { ref, style, onFocus: () => setFocus(true), onBlur: (event: FocusEvent) => setFocus(isFocusInside(event)) },
  }
}

/** Returns true if the focus stays inside, or returns to it with the window. */
const isFocusInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
