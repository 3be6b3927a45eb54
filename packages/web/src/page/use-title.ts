import { useEffect } from 'react'

/** Names the page in the tab: 'Home' -> 'Home · Meadow'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Meadow`
  }, [title])
}
