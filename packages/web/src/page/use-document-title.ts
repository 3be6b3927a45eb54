import { useEffect } from 'react'

const titleState = { page: '', count: 0 }
const listeners = new Set<() => void>()

/** Returns the title of the page, without the unread count. */
export const readPageTitle = (): string => titleState.page

/** Calls `listener` when the title of the page has changed. Returns a function that unsubscribes. */
export function onPageTitleChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function updateTitle(change: Partial<typeof titleState>): void {
  Object.assign(titleState, change)
  const { page, count } = titleState
  document.title = `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${page} · Meadow`
  if (change.page !== undefined) for (const listener of listeners) listener()
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
