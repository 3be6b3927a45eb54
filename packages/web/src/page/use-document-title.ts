import { useEffect } from 'react'

const titleState = { page: '', count: 0 }

function updateTitle(change: Partial<typeof titleState>): void {
  Object.assign(titleState, change)
  const { page, count } = titleState
  document.title = `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${page} · Meadow`
}

/** Sets the document title: 'Home · Meadow'. */
export function useDocumentTitle(page: string): void {
  useEffect(() => updateTitle({ page }), [page])
}

/** Adds the unread count to the document title: '(3) Home · Meadow'. */
export function useDocumentTitleCount(count: number): void {
  useEffect(() => {
    updateTitle({ count })
    return () => updateTitle({ count: 0 })
  }, [count])
}
