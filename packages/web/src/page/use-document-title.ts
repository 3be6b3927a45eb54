import { useEffect } from 'react'

const titleState = { page: '', count: 0 }

function updateTitle(change: Partial<typeof titleState>): void {
  Object.assign(titleState, change)
  const { page, count } = titleState
  document.title = `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${page} · Meadow`
}

/** Names the page in the browser's tab and history: 'Home · Meadow'. */
export function useDocumentTitle(page: string): void {
  useEffect(() => updateTitle({ page }), [page])
}

/** Puts what waits to be read before the page's name: '(3) Home · Meadow'. */
export function useDocumentTitleCount(count: number): void {
  useEffect(() => {
    updateTitle({ count })
    return () => updateTitle({ count: 0 })
  }, [count])
}
