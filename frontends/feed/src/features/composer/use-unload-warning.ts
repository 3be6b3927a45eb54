import { useEffect } from 'react'

/** Lets the browser ask before it leaves or reloads the page while `isActive`. */
export function useUnloadWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
}
