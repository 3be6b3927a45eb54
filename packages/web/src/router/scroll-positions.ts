const STORAGE_KEY = 'scroll'
const MAX_STORED_POSITIONS = 50

/** How far each entry of this tab's history was scrolled; survives a reload. */
export const scrollPositions = new Map<string, number>(readStoredPositions())

type HistoryEntry = { key: string; pathname: string }

/** An entry's name: the first entry of every page load has the same key. */
export const toHistoryEntryKey = ({ key, pathname }: HistoryEntry): string => `${key} ${pathname}`

// A page that is opened anew begins at the top; a reload and coming back from elsewhere do not.
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (load?.type === 'navigate')
  scrollPositions.delete(toHistoryEntryKey({ key: 'default', pathname: location.pathname }))

export function setScrollPosition(entry: string, y: number): void {
  scrollPositions.delete(entry)
  scrollPositions.set(entry, y)
}

export function storeScrollPositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...scrollPositions].slice(-MAX_STORED_POSITIONS)))
  } catch {
    // switched off: then a reload begins at the top
  }
}

function readStoredPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  } catch {
    return []
  }
}
