import { useEffect, useEffectEvent, useState } from 'react'

const SEEN_AFTER_MS = 1_500
const SEEN_RATIO = 0.6

/**
 * Returns a ref. Calls `onSeen` once for each `state`, when its element was on the screen of a visible page for a moment. Does
 * nothing while `state` is false.
 */
export function useSeen(state: string | false, onSeen: () => void): (element: Element | null) => void {
  const [element, setElement] = useState<Element | null>(null)
  const onSeenEvent = useEffectEvent(onSeen)
  useEffect(() => {
    if (!element || state === false) return
    return observeSeen(element, () => onSeenEvent())
  }, [element, state])
  return setElement
}

/** Calls `onSeen` once. Returns a function that stops observing. */
function observeSeen(element: Element, onSeen: () => void): () => void {
  let isOnScreen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    if (isOnScreen && document.visibilityState === 'visible') timer = setTimeout(finish, SEEN_AFTER_MS)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? false
      restart()
    },
    { threshold: SEEN_RATIO },
  )
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', restart)
  }
  const finish = () => {
    stop()
    onSeen()
  }
  observer.observe(element)
  document.addEventListener('visibilitychange', restart)
  return stop
}
