import { memberStorage } from '@meadow/web'
import { type IDBPDatabase, openDB } from 'idb'
import type { Waiting } from './waiting.ts'

/** Where messages wait, for all tabs of this browser. */
export type OutboxStore = {
  /** Those of a member, oldest first. */
  all: (memberId: string) => Promise<Waiting[]>
  put: (waiting: Waiting) => Promise<void>
  /** Changes one that still waits. */
  change: (id: string, change: Partial<Waiting>) => Promise<void>
  remove: (id: string) => Promise<void>
}

const TABLE = 'outbox'

/** Survives a reload and a restart; where the browser forbids that, messages wait as long as the page is open. */
export function createOutboxStore(): OutboxStore {
  const lent = new Map<string, Waiting>() // while nothing can be kept
  let database: Promise<IDBPDatabase> | undefined

  const open = () => {
    database ??= openDB(memberStorage.database, 1, {
      upgrade: (fresh) => void fresh.createObjectStore(TABLE, { keyPath: 'id' }),
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
  const kept = async <T>(work: (database: IDBPDatabase) => Promise<T>, otherwise: () => T): Promise<T> => {
    try {
      return await work(await open())
    } catch {
      database = undefined
      return otherwise()
    }
  }
  return {
    async all(memberId) {
      const stored = await kept<Waiting[]>(
        (opened) => opened.getAll(TABLE),
        () => [],
      )
      return [...stored, ...lent.values()]
        .filter((waiting) => waiting.memberId === memberId)
        .sort((one, other) => one.order - other.order)
    },
    put: (waiting) =>
      kept<void>(
        async (opened) => void (await opened.put(TABLE, waiting)),
        () => void lent.set(waiting.id, waiting),
      ),
    async change(id, change) {
      const known = lent.get(id)
      if (known) return void lent.set(id, { ...known, ...change })
      await kept<void>(
        async (opened) => {
          const { store, done } = opened.transaction(TABLE, 'readwrite')
          const stored = await store.get(id)
          if (stored) await store.put({ ...stored, ...change })
          await done
        },
        () => undefined,
      )
    },
    async remove(id) {
      if (lent.delete(id)) return
      await kept<void>(
        (opened) => opened.delete(TABLE, id),
        () => undefined,
      )
    },
  }
}
