import { useNear } from '@meadow/web'
import { type CSSProperties, type FocusEvent, useCallback, useLayoutEffect, useState } from 'react'

/** How high items were when they were last whole: by their id, for whoever comes back to a list. */
const heights = new Map<string, number>()

/**
 * Whether an item of a long list is in the page as a whole, or only its place, as high as it was: far from the screen,
 * unless the focus is in it or something in it says `useStay`. Its element gets `props`. What is no item is `always` whole.
 */
export function useVirtualizedItem(id: string, always: boolean) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [nearRef, isNear] = useNear()
  const [hasFocus, setFocus] = useState(false)
  const [stays, setStays] = useState(0)
  const isWhole = always || isNear || hasFocus || stays > 0 || !heights.has(id)

  useLayoutEffect(() => {
    if (!element || !isWhole || always) return
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? []
      if (size) heights.set(id, size.blockSize)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isWhole, always, id])

  const stay = useCallback(() => {
    setStays((count) => count + 1)
    return () => setStays((count) => count - 1)
  }, [])
  const ref = useCallback(
    (place: HTMLElement | null) => {
      setElement(place)
      nearRef(place)
    },
    [nearRef],
  )
  const style: CSSProperties | undefined = isWhole ? undefined : { height: heights.get(id) }
  return {
    isWhole,
    isNear,
    stay,
    props: { ref, style, onFocus: () => setFocus(true), onBlur: (event: FocusEvent) => setFocus(keepsFocus(event)) },
  }
}

/** The focus goes on to something inside, or comes back to it when the window does. */
const keepsFocus = ({ currentTarget, relatedTarget }: FocusEvent) =>
  currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
