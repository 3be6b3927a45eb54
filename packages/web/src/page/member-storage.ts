import { browserStorage } from './browser-storage.ts'

const MEMBER_KEY_PREFIX = 'member:'
/** The IndexedDB database of the member, see `member-database.ts`. */
export const MEMBER_DATABASE_NAME = 'meadow-member'

/** Local storage of the signed-in member. It is cleared at sign-out. */
export const memberStorage = {
  /** The IndexedDB database of the member, which is deleted at sign-out. Users must close it on `versionchange`. */
  databaseName: MEMBER_DATABASE_NAME,
  read: (key: string): string | null => browserStorage.read(MEMBER_KEY_PREFIX + key),
  write: (key: string, value: string): void => browserStorage.write(MEMBER_KEY_PREFIX + key, value),
  remove: (key: string): void => browserStorage.remove(MEMBER_KEY_PREFIX + key),
  /** Calls `listener` when another tab has changed the key, until `signal` aborts. */
  onChange(key: string, listener: () => void, signal: AbortSignal): void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === MEMBER_KEY_PREFIX + key) listener()
    }
    addEventListener('storage', onStorage, { signal })
  },
}

/** Returns the key that exists while the outbox of a member may hold unsent actions. */
export const outboxStorageKey = (memberId: string): string => `outbox:${memberId}`

/** The cache of the service worker for pictures of conversations (frontends/shell/src/service-worker/media). */
const MEMBER_MEDIA_CACHE = 'meadow-member-media'

/** Removes all data of the member from this browser. */
export function clearMemberStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(MEMBER_KEY_PREFIX)) browserStorage.remove(key)
    indexedDB.deleteDatabase(MEMBER_DATABASE_NAME)
    void globalThis.caches?.delete(MEMBER_MEDIA_CACHE).catch(() => undefined)
  } catch {
    // storage is disabled, so nothing was stored
  }
}
