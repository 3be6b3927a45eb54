import { tabStorage } from '../page/browser-storage.ts'
import { toMemberKey } from '../page/member-storage.ts'
import { onStoredSessionChange, readStoredSession } from '../session/stored-session.ts'

const STORAGE_KEY = 'scroll'
const MAX_STORED_POSITIONS = 50

let { userId } = readStoredSession()

/** The scroll positions in pixels by history entry of this tab. They survive a reload, and belong to the signed-in member. */
export const scrollPositions = new Map<string, number>(readStoredPositions())

type HistoryEntry = { key: string; pathname: string }

/** Returns the key of a history entry, with its path: the first entry of every page load has the same `key`. */
export const toHistoryEntryKey = ({ key, pathname }: HistoryEntry): string => `${key} ${pathname}`

// A new navigation starts at the top; a reload or a return from another site does not.
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (load?.type === 'navigate')
  scrollPositions.delete(toHistoryEntryKey({ key: 'default', pathname: location.pathname }))

export function setScrollPosition(entry: string, y: number): void {
  scrollPositions.delete(entry)
  scrollPositions.set(entry, y)
}

export function storeScrollPositions(): void {
  tabStorage.write(toStorageKey(), JSON.stringify([...scrollPositions].slice(-MAX_STORED_POSITIONS)))
}

onStoredSessionChange(() => {
  const stored = readStoredSession()
  if (stored.userId === userId) return
  userId = stored.userId
  scrollPositions.clear()
})

function toStorageKey() {
  return toMemberKey(userId ?? '', STORAGE_KEY)
}

function readStoredPositions(): [string, number][] {
  try {
    return JSON.parse(tabStorage.read(toStorageKey()) ?? '[]')
  } catch {
    return []
  }
}
