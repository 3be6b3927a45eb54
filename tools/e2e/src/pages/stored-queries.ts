import { expect, type Page } from '@playwright/test'

/**
 * Stores what the page shows at once, as a page that is left does. Waits until a query is stored whose key or data contains
 * `part`: a page loads the code for it late.
 */
export async function storeQueries(page: Page, part = ''): Promise<void> {
  const store = async () => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    return (await readStoredQueries(page)).filter(({ key, json }) => (key + json).includes(part))
  }
  await expect.poll(store).not.toEqual([])
}

/** Returns the keys of the query data that the browser stores: the id of the member and the query key as JSON. */
export const readStoredQueryKeys = async (page: Page): Promise<string[]> =>
  (await readStoredQueries(page)).map(({ key }) => key)

type StoredQuery = { key: string; json: string }

/** Returns the query data that the browser stores. */
export const readStoredQueries = (page: Page): Promise<StoredQuery[]> =>
  page.evaluate(async () => {
    const waitFor = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'meadow-member')) return []
    const database = await waitFor(indexedDB.open('meadow-member'))
    try {
      const transaction = database.transaction('queries', 'readwrite') // begins after the writes of the page
      return (await waitFor(transaction.objectStore('queries').getAll())) as StoredQuery[]
    } finally {
      database.close()
    }
  })

/** Deletes the query data that the browser stores. The page must not use queries that a later page needs to be unknown. */
export const clearStoredQueries = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('meadow-member')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const database = request.result
          const transaction = database.transaction('queries', 'readwrite')
          transaction.objectStore('queries').clear()
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
