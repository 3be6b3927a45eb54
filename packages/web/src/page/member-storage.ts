import { storage } from './storage.ts'

const PREFIX = 'member:'
const DATABASE = 'meadow-member'

/** What a front end keeps in this browser for whoever is signed in: it goes when they sign out. */
export const memberStorage = {
  /** The name of the one IndexedDB that goes, too. Whoever opens it closes it on `versionchange`. */
  database: DATABASE,
  read: (key: string): string | null => storage.read(PREFIX + key),
  write: (key: string, value: string): void => storage.write(PREFIX + key, value),
  remove: (key: string): void => storage.remove(PREFIX + key),
  /** Tells, until `stopped`, when another tab has written this. */
  onChange(key: string, tell: () => void, stopped: AbortSignal): void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === PREFIX + key) tell()
    }
    addEventListener('storage', onStorage, { signal: stopped })
  },
}

/** Forgets all of it. */
export function forgetMember(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) storage.remove(key)
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // switched off: then nothing was kept
  }
}
