import { createContext, use, useEffect } from 'react'

type KeepMounted = () => () => void

/** Keeps the surrounding virtualized item mounted; returns a function that releases it. */
export const KeepMountedContext = createContext<KeepMounted>(() => () => undefined)

/** Keeps the surrounding virtualized item mounted while it holds user input, however far it is scrolled away. */
export function useKeepMounted(isNeeded: boolean): void {
  const keepMounted = use(KeepMountedContext)
  useEffect(() => {
    if (isNeeded) return keepMounted()
  }, [keepMounted, isNeeded])
}
