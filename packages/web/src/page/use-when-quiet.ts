import { useEffect, useEffectEvent } from 'react'
import { whenQuiet } from './when-quiet.ts'

/** Does something once, when the page has what is looked at now: such as loading what may be wanted next. */
export function useWhenQuiet(work: () => void): void {
  const act = useEffectEvent(work)
  useEffect(() => {
    const stopped = new AbortController()
    void whenQuiet(stopped.signal).then(() => {
      if (!stopped.signal.aborted) act()
    })
    return () => stopped.abort()
  }, [])
}
