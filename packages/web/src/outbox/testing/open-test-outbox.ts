import { QueryClient } from '@tanstack/react-query'
import type { WithOutboxLock } from '../drain-outbox.ts'
import { createIndexedDbOutboxStorage } from '../indexed-db-outbox-storage.ts'
import { createMemoryOutboxStorage } from '../memory-outbox-storage.ts'
import type { OutboxEntry } from '../outbox-entry.ts'
import { createPageOutbox, type PageOutboxDeps } from '../page-outbox.ts'
import type { OutboxSnapshot } from '../page-outbox-state.ts'

/** Creates a lock that all tabs of one browser share, as a Web Lock is. */
export function createTestLocks(): WithOutboxLock {
  const lastOfLock = new Map<string, Promise<unknown>>()
  return <T>(name: string, work: () => Promise<T>) => {
    const result = (lastOfLock.get(name) ?? Promise.resolve()).then(work, work)
    lastOfLock.set(name, result)
    return result
  }
}

const withTestLock = createTestLocks()

/** Opens the outbox of a page with the shared storage of this browser. */
export function openTestOutbox(deps: Pick<PageOutboxDeps, 'sendRequest'> & Partial<PageOutboxDeps>) {
  let snapshot: OutboxSnapshot = { entries: [], canStore: true }
  const dropped: { entry: OutboxEntry; reason: string }[] = []
  const cache = deps.cache ?? new QueryClient()
  const outbox = createPageOutbox({
    memberId: 'ann',
    cache,
    storages: { shared: createIndexedDbOutboxStorage(), pageOnly: createMemoryOutboxStorage() },
    isSignedIn: () => true,
    onChange(next) {
      snapshot = next
    },
    onHasStored: () => undefined,
    onDropped: (entry, reason) => dropped.push({ entry, reason }),
    withLock: withTestLock,
    ...deps,
  })
  return { ...outbox, cache, dropped, entries: () => snapshot.entries, canStore: () => snapshot.canStore }
}
export type TestOutbox = ReturnType<typeof openTestOutbox>
