import { QueryClient } from '@tanstack/react-query'
import type { OutboxKind } from '../page/outbox-kind.ts'
import { createPageOutbox, type PageOutboxDeps } from '../page/page-outbox.ts'
import type { OutboxSnapshot } from '../page/page-outbox-state.ts'
import type { WithOutboxLock } from '../send/outbox-drain.ts'
import { createFallbackOutboxStorage } from '../store/fallback-outbox-storage.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { createTestStorage } from './open-test-database.ts'

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

/** Opens the outbox of a page with the storage of this browser. `add` resolves when the action is stored, `perform` with its outcome. */
export function openTestOutbox(deps: Pick<PageOutboxDeps, 'sendRequest'> & Partial<PageOutboxDeps>) {
  let snapshot: OutboxSnapshot = { entries: [], canStore: true }
  const dropped: { entry: OutboxEntry; reason: string }[] = []
  const cache = deps.cache ?? new QueryClient()
  const outbox = createPageOutbox({
    memberId: 'ann',
    cache,
    storage: createFallbackOutboxStorage(createTestStorage()),
    isSignedIn: () => true,
    onChange(next) {
      snapshot = next
    },
    onHasStored: () => undefined,
    onDropped: (entry, reason) => dropped.push({ entry, reason }),
    withLock: withTestLock,
    ...deps,
  })
  return {
    ...outbox,
    add: <Data>(kind: OutboxKind<Data>, data: Data, id: string) => outbox.add(kind, data, id).stored,
    perform: <Data>(kind: OutboxKind<Data>, data: Data, id: string) => outbox.add(kind, data, id).outcome,
    cache,
    dropped,
    entries: () => snapshot.entries,
    canStore: () => snapshot.canStore,
  }
}
export type TestOutbox = ReturnType<typeof openTestOutbox>
