import { memberStorage } from '@meadow/web'
import { type IDBPDatabase, openDB } from 'idb'
import type { OutboxMessage } from './outbox-message.ts'

/** Where messages wait, for all tabs of this browser. */
export type OutboxStore = {
  /** Those of a member, oldest first. */
  list: (memberId: string) => Promise<OutboxMessage[]>
  put: (waiting: OutboxMessage) => Promise<void>
  /** Changes one that still waits. */
  update: (id: string, change: Partial<OutboxMessage>) => Promise<void>
  remove: (id: string) => Promise<void>
}

const OBJECT_STORE = 'outbox'

/** Survives a reload and a restart; where the browser forbids that, messages wait as long as the page is open. */
export function createOutboxStore(): OutboxStore {
  const inMemory = new Map<string, OutboxMessage>() // while nothing can be kept
  let database: Promise<IDBPDatabase> | undefined

  const openDatabase = () => {
    database ??= openDB(memberStorage.databaseName, 1, {
      upgrade: (fresh) => void fresh.createObjectStore(OBJECT_STORE, { keyPath: 'id' }),
      blocking: () => {
        void database?.then((opened) => opened.close())
        database = undefined // the member has signed out
      },
      terminated: () => {
        database = undefined
      },
    })
    return database
  }
  const withDatabase = async <T>(work: (database: IDBPDatabase) => Promise<T>, otherwise: () => T): Promise<T> => {
    try {
      return await work(await openDatabase())
    } catch {
      database = undefined
      return otherwise()
    }
  }
  return {
    async list(memberId) {
      const stored = await withDatabase<OutboxMessage[]>(
        (opened) => opened.getAll(OBJECT_STORE),
        () => [],
      )
      return [...stored, ...inMemory.values()]
        .filter((waiting) => waiting.memberId === memberId)
        .sort((one, other) => one.order - other.order)
    },
    put: (waiting) =>
      withDatabase<void>(
        async (opened) => void (await opened.put(OBJECT_STORE, waiting)),
        () => void inMemory.set(waiting.id, waiting),
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
