const KEY = 'scroll'
const KEPT = 50

/** How far each entry of this tab's history was scrolled; survives a reload. */
export const positions = new Map<string, number>(read())

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
