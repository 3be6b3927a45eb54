import type { Page } from '@playwright/test'

/** Lists what a browser stores for the product. */
export type DeviceStorage = {
  /** The addresses in each cache of the service worker. */
  caches: Record<string, string[]>
  /** The records of each object store of IndexedDB as JSON, by 'database/store'. */
  databases: Record<string, string[]>
  /** Local storage. */
  values: Record<string, string>
  /** Session storage of the page. */
  tabValues: Record<string, string>
  /** The state of the current history entry. */
  historyState: unknown
}

/** Reads everything that the browser stores at the origin of a page. */
export const readDeviceStorage = (page: Page): Promise<DeviceStorage> =>
  page.evaluate(async () => {
    const waitFor = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const readCache = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => url)
    const readDatabase = async (name: string) => {
      const database = await waitFor(indexedDB.open(name))
      try {
        const readStore = async (store: string): Promise<[string, string[]]> => {
          const records = await waitFor(database.transaction(store).objectStore(store).getAll())
          return [`${name}/${store}`, records.map((record) => JSON.stringify(record))]
        }
        return await Promise.all([...database.objectStoreNames].map(readStore))
      } finally {
        database.close()
      }
    }
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const cacheNames = await caches.keys()
    const cached = await Promise.all(cacheNames.map(async (name) => [name, await readCache(name)] as const))
    return {
      caches: Object.fromEntries(cached),
      databases: Object.fromEntries((await Promise.all(names.map(readDatabase))).flat()),
      values: { ...localStorage },
      tabValues: { ...sessionStorage },
      historyState: history.state,
    }
  })

/** Returns the member for whom the service worker acts; undefined if there is none. */
export async function readDeviceMember(page: Page): Promise<string | undefined> {
  const { databases } = await readDeviceStorage(page)
  const [member] = databases['meadow-member/member'] ?? []
  return member === undefined ? undefined : JSON.parse(member).memberId
}

/** Returns the kinds of the actions that wait in the outbox, in the order of the alphabet. */
export async function readWaitingKinds(page: Page): Promise<string[]> {
  const { databases } = await readDeviceStorage(page)
  return (databases['meadow-member/outbox'] ?? []).map((entry): string => JSON.parse(entry).kind).toSorted()
}
