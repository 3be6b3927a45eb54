import { useSyncExternalStore } from 'react'

/** The ids of entries whose form waits for the server. They are not shown as waiting, because their form shows them. */
let foregroundIds: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export function setForeground(id: string, isForeground: boolean): void {
  const ids = new Set(foregroundIds)
  if (isForeground) ids.add(id)
  else ids.delete(id)
  foregroundIds = ids
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the ids of entries whose form waits for the server. */
export const useForegroundIds = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => foregroundIds)
