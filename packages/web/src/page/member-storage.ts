import { browserStorage } from './browser-storage.ts'

const MEMBER_KEY_PREFIX = 'member:'
const MEMBER_DATABASE_NAME = 'meadow-member'

/** What a front end keeps in this browser for whoever is signed in: it goes when they sign out. */
export const memberStorage = {
  /** The name of the one IndexedDB that goes, too. Whoever opens it closes it on `versionchange`. */
  databaseName: MEMBER_DATABASE_NAME,
  read: (key: string): string | null => browserStorage.read(MEMBER_KEY_PREFIX + key),
  write: (key: string, value: string): void => browserStorage.write(MEMBER_KEY_PREFIX + key, value),
  remove: (key: string): void => browserStorage.remove(MEMBER_KEY_PREFIX + key),
  /** Tells, until `stopped`, when another tab has written this. */
  onChange(key: string, tell: () => void, stopped: AbortSignal): void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === MEMBER_KEY_PREFIX + key) tell()
    }
    addEventListener('storage', onStorage, { signal: stopped })
  },
}

/** Forgets all of it. */
export function clearMemberStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(MEMBER_KEY_PREFIX)) browserStorage.remove(key)
    indexedDB.deleteDatabase(MEMBER_DATABASE_NAME)
  } catch {
    // switched off: then nothing was kept
  }
}
