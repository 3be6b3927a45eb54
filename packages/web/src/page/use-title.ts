import { useEffect } from 'react'

const shown = { page: '', count: 0 }

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change)
  const { page, count } = shown
  document.title = `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${page} · Meadow`
}

/** Names the page in the browser's tab and history: 'Home · Meadow'. */
export function useTitle(page: string): void {
  useEffect(() => show({ page }), [page])
}

/** Puts what waits to be read before the page's name: '(3) Home · Meadow'. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    show({ count })
    return () => show({ count: 0 })
  }, [count])
}
