import { afterEach, beforeEach } from '@jest/globals'
import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import type { OutboxKind } from '../page/outbox-kind.ts'
import { createPageOutbox, type PageOutboxDeps } from '../page/page-outbox.ts'
import type { OutboxSnapshot } from '../page/page-outbox-state.ts'
import type { WithOutboxLock } from '../send/outbox-drain.ts'
import { createFallbackOutboxStorage } from '../store/fallback-outbox-storage.ts'
import {
  createIndexedDbOutboxStorage,
  createOutboxObjectStores,
  type OutboxDatabase,
  type OutboxDatabaseSchema,
} from '../store/indexed-db-outbox-storage.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import type { OutboxStorage } from '../store/outbox-storage.ts'
import { createFakeOutboxServer } from './fake-outbox-server.ts'

/** Gives each test of a file a new browser, with an empty database and a server, and stops the outboxes that it opens. */
export function shareTestBrowser() {
  let server = createFakeOutboxServer()
  const opened: TestOutbox[] = []
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory()
    server = createFakeOutboxServer()
  })
  afterEach(() => {
    for (const outbox of opened.splice(0)) outbox.stop()
  })
  return {
    get server() {
      return server
    },
    /** Opens the outbox of a page, or of another tab. */
    open(deps: Partial<PageOutboxDeps> = {}): TestOutbox {
      const outbox = openTestOutbox({ sendRequest: server.send, ...deps })
      opened.push(outbox)
      return outbox
    },
  }
}

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

export const TEST_DATABASE_NAME = 'outbox'

const openDatabases = new WeakMap<IDBFactory, Promise<OutboxDatabase>>()

/** Opens the database of this browser, once. It closes itself when it is deleted; the next call opens it again. */
export async function openTestDatabase(): Promise<OutboxDatabase> {
  const factory: IDBFactory | undefined = indexedDB
  if (!factory) throw new Error('This browser has no IndexedDB')
  const open = openDatabases.get(factory)
  if (open) return open
  const opening = openDB<OutboxDatabaseSchema>(TEST_DATABASE_NAME, 1, {
    upgrade: createOutboxObjectStores,
    blocking(_oldVersion, _newVersion, { target }) {
      openDatabases.delete(factory)
      const database = target as IDBDatabase
      database.close()
    },
  })
  openDatabases.set(factory, opening)
  return opening
}

/** Creates the storage that all tabs of this browser share. */
export const createTestStorage = (): OutboxStorage => createIndexedDbOutboxStorage(openTestDatabase)
