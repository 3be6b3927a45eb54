import { useSyncExternalStore } from 'react'

const STEP = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The time of the page, in steps of a quarter minute: one timer for all who ask, none when nobody does. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentStep))
}

const currentStep = () => Math.floor(Date.now() / STEP) * STEP

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => void tell()), STEP)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
