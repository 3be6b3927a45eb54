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

/** Loads code that the member may need soon, each part when the page is idle. A part that fails is loaded when it is needed. */
export function usePreloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const abortController = new AbortController()
    const { signal } = abortController
    const preload = async (load: () => Promise<unknown>) => {
      await waitForPageIdle(signal)
      if (!signal.aborted) await load().catch(() => undefined)
    }
    for (const load of loads) void preload(load)
    return () => abortController.abort()
  }, [loads])
}
