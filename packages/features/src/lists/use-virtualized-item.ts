import {
  type CSSProperties,
  createContext,
  type FocusEvent,
  type RefCallback,
  startTransition,
  use,
  useCallback,
  useEffect,
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

  const keepOuterMounted = use(KeepMountedContext)
  const keepMounted = useCallback(() => {
    setKeepMountedCount((count) => count + 1)
    const releaseOuter = keepOuterMounted()
    return () => {
      setKeepMountedCount((count) => count - 1)
      releaseOuter()
    }
  }, [keepOuterMounted])
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

/**
 * Returns a ref, and `isNear`: true if its element is at most two viewport heights away; undefined until the browser has
 * reported it.
 */
function useIsNearViewport(): [ref: RefCallback<Element>, isNear: boolean | undefined] {
  const [isNear, setIsNear] = useState<boolean>()
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => startTransition(() => setIsNear(entries.at(-1)?.isIntersecting)), // input has priority
      { rootMargin: '200% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isNear]
}

type KeepMounted = () => () => void

/** Keeps the surrounding virtualized items mounted; returns a function that releases it. */
export const KeepMountedContext = createContext<KeepMounted>(() => () => undefined)

/** Keeps the surrounding virtualized item mounted while it holds user input, however far it is scrolled away. */
export function useKeepMounted(isNeeded: boolean): void {
  const keepMounted = use(KeepMountedContext)
  useEffect(() => {
    if (isNeeded) return keepMounted()
  }, [keepMounted, isNeeded])
}
