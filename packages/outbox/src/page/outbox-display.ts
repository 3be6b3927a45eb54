import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { findOutboxKind } from './outbox-kind.ts'

/**
 * Creates the display of waiting entries in the query cache. `listWaiting` returns the entries to show again when other data
 * arrives in the cache.
 */
export function createOutboxDisplay(cache: QueryClient, listWaiting: () => readonly OutboxEntry[]) {
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
      runKind(() => kind?.show?.(cache, entry))
    }
  }
  const getSubject = (entry: OutboxEntry) => findOutboxKind(entry.kind)?.getSubject?.(entry)
  /** Many may wait, and be sent one after the other, so those that the change cannot concern are not shown again. */
  const showConcerned = (changed: OutboxEntry) => {
    const subject = getSubject(changed)
    const isConcerned = (entry: OutboxEntry) => [subject, undefined].includes(getSubject(entry))
    showEach(subject === undefined ? listWaiting() : listWaiting().filter(isConcerned))
  }
  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    const isOtherData =
      (event.type === 'updated' && event.action.type === 'success') ||
      (event.type === 'added' && event.query.state.data !== undefined)
    if (isOtherData && !isWriting) write(() => showEach(listWaiting(), event.query.queryKey))
  })
  return {
    show: (entries: readonly OutboxEntry[]): void => write(() => showEach(entries)),
    /** Takes an entry back out, and shows those on the same subject again. */
    hide: (entry: OutboxEntry): void =>
      write(() => {
        runKind(() => findOutboxKind(entry.kind)?.hide?.(cache, entry))
        showConcerned(entry)
      }),
    /** Writes the response to an entry, and shows those on the same subject again. */
    settle: (entry: OutboxEntry, response: unknown): void =>
      write(() => {
        runKind(() => findOutboxKind(entry.kind)?.settle(cache, entry, response))
        showConcerned(entry)
      }),
    stop: unsubscribe,
  }
}

/** Lets a kind write. An entry that it cannot read, for example one of another build, must not stop what follows. */
function runKind(write: () => void): void {
  try {
    write()
  } catch (error) {
    console.error(error)
  }
}
