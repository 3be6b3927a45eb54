import { useEffect, useEffectEvent } from 'react'
import { waitForPageIdle } from './wait-for-page-idle.ts'

/** Does something once, when the page has what is looked at now: such as loading what may be wanted next. */
export function useWhenIdle(work: () => void): void {
  const act = useEffectEvent(work)
  useEffect(() => {
    const stopped = new AbortController()
    void waitForPageIdle(stopped.signal).then(() => {
      if (!stopped.signal.aborted) act()
    })
    return () => stopped.abort()
  }, [])
}
