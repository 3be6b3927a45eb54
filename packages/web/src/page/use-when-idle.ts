import { useEffect, useEffectEvent } from 'react'
import { waitForPageIdle } from './wait-for-page-idle.ts'

/** Calls `work` once when the page is idle, for example to preload. */
export function useWhenIdle(work: () => void): void {
  const runWork = useEffectEvent(work)
  useEffect(() => {
    const abortController = new AbortController()
    void waitForPageIdle(abortController.signal).then(() => {
      if (!abortController.signal.aborted) runWork()
    })
    return () => abortController.abort()
  }, [])
}
