import { openMemberDatabase } from '../page/member-database.ts'
import { listExcessKeys, listOlderHalf, type PersistedQuery } from './persisted-query.ts'

/** Stored query data. Nothing throws: without storage, or when it is full, nothing is stored and nothing is found. */
export type QueryStorage = {
  read: (key: string) => Promise<PersistedQuery | undefined>
  write: (records: readonly PersistedQuery[]) => Promise<void>
  remove: (keys: readonly string[]) => Promise<void>
  removeAll: () => Promise<void>
  /** Removes the data of other members, what is outdated, and the oldest above the bounds. */
  removeExcess: (memberId: string, nowMs: number) => Promise<void>
}

/** Creates the storage of query data in the database of the member. */
export function createQueryStorage(open = openMemberDatabase): QueryStorage {
  const readAll = async (): Promise<PersistedQuery[]> => (await open()).getAll('queries')
  const remove = async (keys: readonly string[]) => {
    if (keys.length === 0) return
    const transaction = (await open()).transaction('queries', 'readwrite')
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done])
  }
  const write = async (records: readonly PersistedQuery[]) => {
    const transaction = (await open()).transaction('queries', 'readwrite', { durability: 'relaxed' })
    const writes = [...records.map((record) => transaction.store.put(record, record.key)), transaction.done]
    transaction.commit() // a page that is being left does not live until the browser does that
    await Promise.all(writes)
  }
  return {
    read: (key) => ignoreFailure(async () => (await open()).get('queries', key)),
    remove: (keys) => ignoreFailure(() => remove(keys)),
    removeAll: () => ignoreFailure(async () => (await open()).clear('queries')),
    removeExcess: (memberId, nowMs) =>
      ignoreFailure(async () => remove(listExcessKeys(await readAll(), memberId, nowMs))),
    write: (records) =>
      ignoreFailure(async () => {
        try {
          await write(records)
        } catch (error) {
          if ((error as Error).name !== 'QuotaExceededError') throw error
          await remove(listOlderHalf(await readAll()))
          await write(records)
        }
      }),
  }
}

/** Returns undefined if the work fails: stored data is only a copy. */
async function ignoreFailure<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
