import { browserStorage } from './browser-storage.ts'
import { MEMBER_DATABASE_NAME } from './member-database-name.ts'

const MEMBER_KEY_PREFIX = 'member:'

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

const OUTBOX_KEY_PREFIX = 'outbox:'

/** Returns the key that exists while the outbox of a member may hold unsent actions. */
export const outboxStorageKey = (memberId: string): string => OUTBOX_KEY_PREFIX + memberId

/**
 * Removes all data of the member from this browser. Unsent actions of another member, whose session has ended by itself, stay
 * for their next sign-in.
 */
export function clearMemberStorage(memberId: string): void {
  try {
    const isOutboxKeyOfOthers = (key: string) =>
      key.startsWith(MEMBER_KEY_PREFIX + OUTBOX_KEY_PREFIX) && key !== MEMBER_KEY_PREFIX + outboxStorageKey(memberId)
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(MEMBER_KEY_PREFIX))
    for (const key of keys) if (!isOutboxKeyOfOthers(key)) browserStorage.remove(key)
    if (keys.some(isOutboxKeyOfOthers)) void deleteMemberRecords(memberId)
    else indexedDB.deleteDatabase(MEMBER_DATABASE_NAME)
  } catch {
    // storage is disabled, so nothing was stored
  }
}

/** Deletes the whole database if the records of the member cannot be deleted: nothing of the member may stay. */
async function deleteMemberRecords(memberId: string): Promise<void> {
  try {
    const { clearMemberRecords } = await import('./clear-member-records.ts') // not part of the first download
    await clearMemberRecords(memberId)
  } catch {
    indexedDB.deleteDatabase(MEMBER_DATABASE_NAME)
  }
}
