import type { Page } from '@playwright/test'

/** Reads the text of each entry that the outbox of the browser has stored; null for actions without one. Never creates the database. */
export const readStoredTexts = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (databases.every(({ name }) => name !== 'meadow-member')) return []
    const opening = indexedDB.open('meadow-member')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const reading = database.transaction('outbox').objectStore('outbox').getAll()
    const entries = await new Promise<{ data: { content?: string } }[]>((resolve, reject) => {
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    database.close()
    return entries.map(({ data }) => data.content ?? null)
  })

/** Counts the entries that the outbox of the browser has stored. */
export const countStoredEntries = async (page: Page): Promise<number> => (await readStoredTexts(page)).length
