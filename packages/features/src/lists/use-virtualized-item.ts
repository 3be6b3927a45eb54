import { useIsNearViewport } from '@meadow/web'
import {
  type CSSProperties,
  type FocusEvent,
  startTransition,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Last measured item heights in pixels, by item id. They survive leaving the page. */
const itemHeights = new Map<string, number>()

/**
 * Virtualizes an item of a long list. Far from the screen only an empty element of the same height stays in the page,
 * unless the focus is inside or `useKeepMounted` holds it. Spread `props` on the element of the item.
 * `isAlwaysMounted` turns virtualization off.
 */
export function useVirtualizedItem(id: string, isAlwaysMounted: boolean) {
  const element = useRef<HTMLElement>(null)
  const [nearRef, isNear] = useIsNearViewport()
  const [hasFocus, setFocus] = useState(false)
  const [keepMountedCount, setKeepMountedCount] = useState(0)
  const isMounted = isAlwaysMounted || isNear || hasFocus || keepMountedCount > 0 || !itemHeights.has(id)

  useLayoutEffect(() => {
    if (!element.current || !isMounted || isAlwaysMounted) return
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? []
      if (size) itemHeights.set(id, size.blockSize)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isMounted, isAlwaysMounted, id])

  const keepMounted = useCallback(() => {
    setKeepMountedCount((count) => count + 1)
    return () => setKeepMountedCount((count) => count - 1)
  }, [])
  const ref = useCallback(
    (node: HTMLElement | null) => {
      element.current = node
      return nearRef(node)
    },
    [nearRef],
  )
  const handleFocus = (isInside: boolean) => startTransition(() => setFocus(isInside)) // input has priority
  const style: CSSProperties | undefined = isMounted ? undefined : { height: itemHeights.get(id) }
  return {
    isMounted,
    isNear,
    keepMounted,
    props: {
      ref,
      style,
      onFocus: () => handleFocus(true),
      onBlur: (event: FocusEvent) => handleFocus(isFocusInside(event)),
    },
  }
}

/** Returns true if the focus stays inside, or returns to it with the window. */
const isFocusInside = ({ currentTarget, relatedTarget }: FocusEvent) =>
  currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
