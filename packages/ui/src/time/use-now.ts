import { useSyncExternalStore } from 'react'

const STEP_MS = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the current time in steps of 15 seconds. All components share one timer, which stops without users. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, getCurrentStep))
}

const getCurrentStep = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => void tell()), STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
