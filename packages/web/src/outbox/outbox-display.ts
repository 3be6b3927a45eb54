import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { OutboxEntry } from './outbox-entry.ts'
import { findOutboxKind } from './outbox-kinds.ts'

/** Shows waiting entries in the query cache. */
export type OutboxDisplay = {
  /** Shows waiting entries. */
  show: (entries: readonly OutboxEntry[]) => void
  /** Takes an entry back out, and shows the others again, because both may have changed the same data. */
  hide: (entry: OutboxEntry) => void
  applyResponse: (entry: OutboxEntry, response: unknown) => void
  stop: () => void
}

/** Creates the display. `listWaiting` returns the entries to show again when other data arrives in the cache. */
export function createOutboxDisplay(cache: QueryClient, listWaiting: () => readonly OutboxEntry[]): OutboxDisplay {
  let isWriting = false
  const write = (change: () => void) => {
    if (isWriting) return
    isWriting = true // what the display writes is no reason to show the entries again
    try {
      notifyManager.batch(change)
    } finally {
      isWriting = false
    }
  }
  const showEach = (entries: readonly OutboxEntry[], queryKey?: QueryKey) => {
    for (const entry of entries) {
      const kind = findOutboxKind(entry.kind)
      if (queryKey && kind?.isShownIn?.(queryKey) === false) continue
      kind?.show(cache, entry)
    }
  }
  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    const isOtherData =
      (event.type === 'updated' && event.action.type === 'success') ||
      (event.type === 'added' && event.query.state.data !== undefined)
    if (isOtherData && !isWriting) write(() => showEach(listWaiting(), event.query.queryKey))
  })
  return {
    show: (entries) => write(() => showEach(entries)),
    hide: (entry) =>
      write(() => {
        findOutboxKind(entry.kind)?.hide(cache, entry)
        showEach(listWaiting())
      }),
    applyResponse: (entry, response) =>
      write(() => {
        findOutboxKind(entry.kind)?.applyResponse(cache, entry, response)
        showEach(listWaiting())
      }),
    stop: unsubscribe,
  }
}
