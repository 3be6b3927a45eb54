const KEY = 'scroll'
const KEPT = 50

/** How far each entry of this tab's history was scrolled; survives a reload. */
export const positions = new Map<string, number>(read())

type Place = { key: string; pathname: string }

/** An entry's name: the first entry of every page load has the same key. */
export const entryOf = ({ key, pathname }: Place): string => `${key} ${pathname}`

// A page that is opened anew begins at the top; a reload and coming back from elsewhere do not.
const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (load?.type === 'navigate') positions.delete(entryOf({ key: 'default', pathname: location.pathname }))

export function rememberPosition(entry: string, y: number): void {
  positions.delete(entry)
  positions.set(entry, y)
}

export function keepPositions(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-KEPT)))
  } catch {
    // switched off: then a reload begins at the top
  }
}

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}
