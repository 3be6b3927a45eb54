import { openDB } from 'idb'
import {
  createIndexedDbOutboxStorage,
  createOutboxObjectStores,
  type OutboxDatabase,
  type OutboxDatabaseSchema,
} from '../store/indexed-db-outbox-storage.ts'
import type { OutboxStorage } from '../store/outbox-storage.ts'

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
