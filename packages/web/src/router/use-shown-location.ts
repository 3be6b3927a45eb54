import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router'
import { runPageTransition } from './page-transition.ts'

/** The longest time that the old page stays while the next one loads. Then the next one is shown with its skeleton. */
const PREPARE_TIMEOUT_MS = 150

export type ShownLocation = { location: Location; navigationType: NavigationType }

/**
 * Returns the location to show. It follows the address, but another page waits until `prepare` has settled, for at most
 * 150 ms; if that fails, the page shows its error. A navigation that replaces the entry (a redirect) or keeps the path is
 * shown at once.
 */
export function useShownLocation(prepare: (pathname: string) => Promise<unknown>): ShownLocation {
  const location = useLocation()
  const navigationType = useNavigationType()
  const [shown, setShown] = useState<ShownLocation>({ location, navigationType })
  const shownPathname = shown.location.pathname
  const isWaiting = location.pathname !== shownPathname && navigationType !== 'REPLACE'
  if (!isWaiting && shown.location !== location) setShown({ location, navigationType })

  const preparePage = useEffectEvent(prepare)
  useEffect(() => {
    if (!isWaiting) return
    let isObsolete = false
    // A transition calls it later, and needs the new page in the document when it returns.
    const update = () => {
      if (!isObsolete) flushSync(() => setShown({ location, navigationType }))
    }
    void settleWithin(preparePage(location.pathname), PREPARE_TIMEOUT_MS).then(() => {
      if (!isObsolete) runPageTransition([shownPathname, location.pathname], update)
    })
    return () => {
      isObsolete = true
    }
  }, [isWaiting, location, navigationType, shownPathname])

  return isWaiting ? shown : { location, navigationType }
}

/** Resolves when `work` has succeeded or failed, or after `timeoutMs`. Never rejects. */
function settleWithin(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    work.then(end, end)
  })
}
