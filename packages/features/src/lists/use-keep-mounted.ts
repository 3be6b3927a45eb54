import { createContext, use, useEffect } from 'react'

type KeepMounted = () => () => void

/** How what is in an item of a long list says that it must not be taken out of the page; answers how to end that. */
export const KeepMountedContext = createContext<KeepMounted>(() => () => undefined)

/** Keeps the item of a list whole, however far it is scrolled away, while it holds what somebody has done in it. */
export function useKeepMounted(isNeeded: boolean): void {
  const keepMounted = use(KeepMountedContext)
  useEffect(() => {
    if (isNeeded) return keepMounted()
  }, [keepMounted, isNeeded])
}
