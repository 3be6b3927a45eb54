import { memberStorage } from '@meadow/web'
import { type IDBPDatabase, openDB } from 'idb'
import type { OutboxMessage } from './outbox-message.ts'

/** Stores the outbox for all tabs of this browser. */
export type OutboxStore = {
  /** Returns the messages of a member, oldest first. */
  list: (memberId: string) => Promise<OutboxMessage[]>
  put: (message: OutboxMessage) => Promise<void>
  /** Changes a message. Does nothing if it is gone. */
  update: (id: string, change: Partial<OutboxMessage>) => Promise<void>
  remove: (id: string) => Promise<void>
}

const OBJECT_STORE = 'outbox'

/** Creates a store in IndexedDB. Falls back to memory, until the page closes, if the browser forbids IndexedDB. */
export function createOutboxStore(): OutboxStore {
  const inMemory = new Map<string, OutboxMessage>() // fallback without IndexedDB
  let database: Promise<IDBPDatabase> | undefined

  const openDatabase = () => {
    database ??= openDB(memberStorage.databaseName, 1, {
      upgrade: (created) => void created.createObjectStore(OBJECT_STORE, { keyPath: 'id' }),
      blocking: () => {
        void database?.then((opened) => opened.close())
        database = undefined // the member signs out, and the database is deleted
      },
      terminated: () => {
        database = undefined
      },
    })
    return database
  }
  const withDatabase = async <T>(work: (database: IDBPDatabase) => Promise<T>, fallback: () => T): Promise<T> => {
    try {
      return await work(await openDatabase())
    } catch {
      database = undefined
      return fallback()
    }
  }
  return {
    async list(memberId) {
      const stored = await withDatabase<OutboxMessage[]>(
        (opened) => opened.getAll(OBJECT_STORE),
        () => [],
      )
      return [...stored, ...inMemory.values()]
        .filter((message) => message.memberId === memberId)
        .sort((one, other) => one.order - other.order)
    },
    put: (message) =>
      withDatabase<void>(
        async (opened) => void (await opened.put(OBJECT_STORE, message)),
        () => void inMemory.set(message.id, message),
      ),
    async update(id, change) {
      const known = inMemory.get(id)
      if (known) return void inMemory.set(id, { ...known, ...change })
      await withDatabase<void>(
        async (opened) => {
          const { store, done } = opened.transaction(OBJECT_STORE, 'readwrite')
          const stored = await store.get(id)
          if (stored) await store.put({ ...stored, ...change })
          await done
        },
        () => undefined,
      )
    },
    async remove(id) {
      if (inMemory.delete(id)) return
      await withDatabase<void>(
        (opened) => opened.delete(OBJECT_STORE, id),
        () => undefined,
      )
    },
  }
}
