import { useEffect, useEffectEvent } from 'react'

/** The pointer or the focus rests on a link for this long before it counts: both pass over many links on their way. */
const REST_DELAY_MS = 80

/**
 * Calls `onIntent` with the path of a link of this site that is pressed, hovered or focused: the member may open it next. Never
 * calls it in the data saver mode of the browser.
 */
export function useLinkIntent(onIntent: (pathname: string) => void): void {
  const report = useEffectEvent(onIntent)
  useEffect(() => {
    if (isSavingData()) return
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    let timer: ReturnType<typeof setTimeout> | undefined
    const readPathname = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.origin !== location.origin || link.target === '_blank' || link.hasAttribute('download')) return
      return link.pathname === location.pathname ? undefined : link.pathname
    }
    const reportNow = (event: Event) => {
      clearTimeout(timer)
      const pathname = readPathname(event)
      if (pathname !== undefined) report(pathname)
    }
    const reportSoon = (event: Event) => {
      clearTimeout(timer)
      const pathname = readPathname(event)
      if (pathname !== undefined) timer = setTimeout(() => report(pathname), REST_DELAY_MS)
    }
    document.addEventListener('pointerdown', (event) => event.button === 0 && reportNow(event), options)
    document.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && reportSoon(event), options)
    document.addEventListener('focusin', reportSoon, options)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [])
}

/** Returns true if the member has asked the browser to save data. */
const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
